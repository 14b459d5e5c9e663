import type { Paged, Paging } from '#contract/fields.ts'
import type { Invoice } from '#contract/invoices.ts'
import type { UserId } from '#domain/ids.ts'
import type { Db } from '#server/db/connection.ts'
import { countInvoices, selectInvoices } from './invoices.sql.ts'

/** A customer's own invoices, newest first. */
export async function listOwnInvoices(
  db: Db,
  { userId, pageIndex, pageSize }: Paging & { userId: UserId },
): Promise<Paged<Invoice>> {
  const [total, elements] = await Promise.all([
    countInvoices(db, { userId }),
    selectInvoices(db, { userId }, { limit: pageSize, offset: pageIndex * pageSize }),
  ])
  return { total, elements }
}
