import type { AppContext } from '#server/context.ts'
import { anonymiseInvoices } from './invoices.sql.ts'

/**
 * Removes the customers' names and addresses from invoices that are older than `INVOICE_YEARS`. Numbers, lines and
 * totals stay, so that the books still balance.
 */
export async function anonymiseOldInvoices({ db, settings }: Pick<AppContext, 'db' | 'settings'>): Promise<void> {
  await anonymiseInvoices(db, { keepYears: settings.INVOICE_YEARS, timeZone: settings.SHOP_TIME_ZONE })
}
