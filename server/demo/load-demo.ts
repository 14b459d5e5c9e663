import type { Db } from '#server/db/connection.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { readSettings, type Settings } from '#server/settings/env.ts'
import { importCatalogue } from './import-catalogue.ts'
import { importSales } from './import-sales.ts'
import { readDemoFiles } from './read-demo-files.ts'
import { renderPictures } from './render-pictures.ts'
import { analyzeShop } from './shop.sql.ts'

type DemoSettings = Pick<Settings, 'seller' | 'VAT_TICKETS' | 'VAT_MERCHANDISE'>

type LoadOptions = {
  /** All dates of the demo are relative to it. */
  now: Date
  /** The address of the database for its owner, who alone can update the planner's statistics. */
  ownerUrl: string
  onProgress?: ((text: string) => void) | undefined
  settings?: DemoSettings | undefined
}

/**
 * Loads the demo into an empty shop: locations, a year of shows, news, products, a customer to log in as, past sales.
 * Runs in one transaction. The result is the same every time, except that dates are relative to `now`.
 */
export async function loadDemo(
  db: Db,
  { now, ownerUrl, onProgress = () => {}, settings = readSettings({}) }: LoadOptions,
): Promise<void> {
  const files = await readDemoFiles()
  onProgress('Rendering the pictures …')
  const pictures = await renderPictures(files)
  onProgress(`Importing ${files.locations.length} locations with ${files.events.length} events …`)
  const sold = await inTransaction(db, async (tx) => {
    const { seller, VAT_TICKETS: tickets, VAT_MERCHANDISE: merchandise } = settings
    await importCatalogue(
      tx,
      { ...files, pictures },
      {
        today: now,
        timeZone: seller.timeZone,
        vat: { tickets, merchandise },
      },
    )
    return importSales(tx, files.customers, { now, seller })
  })
  await analyzeShop(ownerUrl)
  const { email, password } = files.customers.customer
  onProgress(`The demo is loaded, with ${sold} sold tickets. Its customer is ${email}, with the password ${password}.`)
}
