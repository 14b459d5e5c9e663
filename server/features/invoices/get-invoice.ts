import type { Invoice } from '#contract/invoices.ts'
import type { InvoiceId, UserId } from '#domain/ids.ts'
import { problem } from '#domain/problem.ts'
import type { Db } from '#server/db/connection.ts'
import { selectInvoices } from './invoices.sql.ts'

/** One of a customer's own invoices; a foreign one is not found. */
export async function getInvoice(db: Db, filter: { id: InvoiceId; userId: UserId }): Promise<Invoice> {
  const [invoice] = await selectInvoices(db, filter, { limit: 1, offset: 0 })
  if (!invoice) throw problem('not_found', { what: 'invoice' })
  return invoice
}
