import type { InvoiceId, MerchandisePurchaseId, TicketId } from '#domain/ids.ts'
import { type Db, inTransaction, type Tx } from '#server/db/connection.ts'
import { BoxOffice } from './box-office.ts'
import { customerPurchases } from './customer-purchases.ts'
import { type DemoFiles, readDemoFiles } from './read-demo-files.ts'
import { drawPictures, imageName, picturesOf } from './demo-pictures.ts'
import { keepBooks } from './keep-books.ts'
import { planSales } from './plan-sales.ts'
import { readSettings, type Settings } from '#server/env.ts'
import { hashPassword } from '#server/gateways/passwords.ts'
import {
  insertBooks,
  insertNewsReads,
  insertUsers,
  selectPlacesOnSale,
  selectProductsOnSale,
  selectShowsOnSale,
  takeIds,
} from './demo-sales.sql.ts'
import { importCatalogue } from './import-catalogue.ts'
import { analyzeShop } from './shop.sql.ts'

type DemoSettings = Pick<Settings, 'seller' | 'VAT_TICKETS' | 'VAT_MERCHANDISE'>

type Loading = {
  /** The day from which everything is dated. */
  now: Date
  onProgress?: ((text: string) => void) | undefined
  settings?: DemoSettings | undefined
}

const NO_PASSWORD = 'no password fits'
const ACCOUNT_AGE_MS = 90 * 86_400_000

/**
 * Fills an empty shop with the demo: houses, a year of shows, news, things to buy, a customer to log in as, and what
 * others bought. All of it or nothing; the same every time, but for the dates, which count from `now`.
 */
export async function loadDemo(
  db: Db,
  { now, onProgress = () => {}, settings = readSettings({}) }: Loading,
): Promise<void> {
  const files = await readDemoFiles()
  const wanted = picturesOf(files)
  onProgress(`Drawing ${wanted.size} pictures …`)
  const pictures = await drawPictures(wanted)
  onProgress(`Opening ${files.locations.length} houses with ${files.events.length} events …`)
  const sold = await inTransaction(db, async (tx) => {
    const { seller, VAT_TICKETS: tickets, VAT_MERCHANDISE: merchandise } = settings
    await importCatalogue(tx, catalogueOf(files, pictures), {
      today: now,
      timeZone: seller.timeZone,
      vat: { tickets, merchandise },
    })
    return sellTickets(tx, files, { now, seller })
  })
  await analyzeShop(db)
  const { email, password } = files.customers.customer
  onProgress(`The demo is open, ${sold} tickets are sold. Its customer is ${email}, with the password ${password}.`)
}

type Pictures = Awaited<ReturnType<typeof drawPictures>>

function catalogueOf(files: DemoFiles, pictures: Pictures) {
  return {
    ...files,
    pictures,
    events: files.events.map((event) => ({ ...event, imageName: imageName('event', event.title) })),
    products: files.products.map((product) => ({ ...product, imageName: imageName('product', product.name) })),
    news: files.news.map((article) => ({ ...article, imageName: imageName('news', article.title) })),
  }
}

/** Lets the customer and the others buy. Answers how many tickets they bought. */
async function sellTickets(
  tx: Tx,
  { customers: { customer, buyers } }: DemoFiles,
  { now, seller }: { now: Date; seller: DemoSettings['seller'] },
): Promise<number> {
  const people = [
    { ...customer, passwordHash: await hashPassword(customer.password) },
    ...buyers.map((buyer, index) => ({
      ...buyer,
      email: `buyer${String(index + 1).padStart(2, '0')}@foyer.example`,
      passwordHash: NO_PASSWORD,
    })),
  ]
  const userIds = await insertUsers(tx, people, new Date(now.getTime() - ACCOUNT_AGE_MS))
  const [customerId, ...buyerIds] = userIds
  if (customerId === undefined) throw new Error('The demo has no customer.')
  await insertNewsReads(tx, customerId, customer.newsRead)

  const shows = await selectShowsOnSale(tx)
  const products = await selectProductsOnSale(tx)
  const boxOffice = new BoxOffice(await selectPlacesOnSale(tx))
  const shop = { shows, products, boxOffice, now, timeZone: seller.timeZone }
  const purchases = [
    ...customerPurchases(customerId, customer.purchases, shop),
    ...planSales({ ...shop, buyers: buyerIds }),
  ]
  const tickets = purchases.flatMap((purchase) => purchase.tickets)
  const refunds = purchases.flatMap((purchase) => (purchase.refundedAt ? purchase.tickets : []))
  const lines = purchases.flatMap((purchase) => purchase.products)
  const books = keepBooks(purchases, {
    invoice: giving(await takeIds<InvoiceId>(tx, 'invoices', purchases.length + refunds.length)),
    ticket: giving(await takeIds<TicketId>(tx, 'tickets', tickets.length)),
    line: giving(await takeIds<MerchandisePurchaseId>(tx, 'merchandise_purchases', lines.length)),
  })
  const named = new Map(userIds.map((id, index) => [id, people[index] ?? customer]))
  await insertBooks(tx, books, { customers: named, seller })
  return tickets.length - refunds.length
}

/** Gives one of the ids each time it is asked. */
function giving<Id>(ids: Id[]): () => Id {
  const left = ids.values()
  return () => {
    const { value, done } = left.next()
    if (done || value === undefined) throw new RangeError('no id is left')
    return value
  }
}
