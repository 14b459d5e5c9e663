import type { OrderId } from '#domain/ids.ts'
import { problem } from '#domain/problem.ts'
import type { Db } from '#server/db/connection.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { enqueueInvoiceMail } from '#server/features/mail/mail.sql.ts'
import { selectAdminOrder, selectOrderedTickets } from './admin-orders.sql.ts'

/** Sends the mail of an order again. Throws `no_email_address` for guests and deleted accounts. */
export async function resendOrderMail(db: Db, id: OrderId): Promise<void> {
  const order = await selectAdminOrder(db, id)
  if (!order) throw problem('not_found', { what: 'order' })
  if (order.email === '') throw problem('no_email_address')
  const hasTickets = (await selectOrderedTickets(db, id)).length > 0
  const { userId: to, invoiceId } = order
  await inTransaction(db, (tx) => enqueueInvoiceMail(tx, { template: 'order-confirmation', to, hasTickets, invoiceId }))
}
