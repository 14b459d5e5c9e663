import type { Seller } from '#contract/invoices.ts'
import type { InvoiceId, MerchandisePurchaseId, TicketId } from '#domain/ids.ts'
import type { Tx } from '#server/db/connection.ts'
import { hashPassword } from '#server/gateways/passwords.ts'
import { BoxOffice } from './box-office.ts'
import { customerPurchases } from './customer-purchases.ts'
import { insertNewsReads, insertUsers } from './demo-customers.sql.ts'
import { generatePurchases, type Purchase } from './generate-purchases.ts'
import { selectPlacesOnSale, selectProductsOnSale, selectShowsOnSale } from './on-sale.sql.ts'
import type { DemoFiles } from './read-demo-files.ts'
import { type IdSources, recordPurchases } from './record-purchases.ts'
import { insertSalesRecords, takeIds } from './sales-records.sql.ts'

const UNUSABLE_PASSWORD_HASH = 'no password fits'
const ACCOUNT_AGE_MS = 90 * 86_400_000

/** Writes the demo's customers and their past purchases. Returns the number of tickets sold and not refunded. */
export async function importSales(
  tx: Tx,
  { customer, buyers }: DemoFiles['customers'],
  { now, seller }: { now: Date; seller: Seller },
): Promise<number> {
  const people = [
    { ...customer, passwordHash: await hashPassword(customer.password) },
    ...buyers.map((buyer, index) => ({
      ...buyer,
      email: `buyer${String(index + 1).padStart(2, '0')}@foyer.example`,
      passwordHash: UNUSABLE_PASSWORD_HASH,
    })),
  ]
  const [customerId, ...buyerIds] = await insertUsers(tx, people, new Date(now.getTime() - ACCOUNT_AGE_MS))
  if (customerId === undefined) throw new Error('The demo has no customer.')
  await insertNewsReads(tx, customerId, customer.newsRead)

  const shop = {
    shows: await selectShowsOnSale(tx),
    products: await selectProductsOnSale(tx),
    boxOffice: new BoxOffice(await selectPlacesOnSale(tx)),
    now,
    timeZone: seller.timeZone,
  }
  const purchases = [
    ...customerPurchases(customerId, customer.purchases, shop),
    ...generatePurchases({ ...shop, buyers: buyerIds }),
  ]
  const records = recordPurchases(purchases, await idSourcesFor(tx, purchases))
  await insertSalesRecords(tx, records, seller)
  return records.tickets.filter(({ refundInvoiceId }) => refundInvoiceId === null).length
}

async function idSourcesFor(tx: Tx, purchases: readonly Purchase[]): Promise<IdSources> {
  const tickets = purchases.flatMap((purchase) => purchase.tickets)
  const refunds = purchases.flatMap((purchase) => (purchase.refundedAt ? purchase.tickets : []))
  const lines = purchases.flatMap((purchase) => purchase.products)
  return {
    invoice: idSource(await takeIds<InvoiceId>(tx, 'invoices', purchases.length + refunds.length)),
    ticket: idSource(await takeIds<TicketId>(tx, 'tickets', tickets.length)),
    line: idSource(await takeIds<MerchandisePurchaseId>(tx, 'merchandise_purchases', lines.length)),
  }
}

/** Creates a function that returns the next id at each call. It throws a RangeError when all ids are used. */
function idSource<Id>(ids: Id[]): () => Id {
  const unused = ids.values()
  return () => {
    const { value, done } = unused.next()
    if (done || value === undefined) throw new RangeError('no id is left')
    return value
  }
}
