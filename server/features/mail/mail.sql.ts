import type { InvoiceId, UserId } from '#domain/ids.ts'
import type { Db, Tx } from '#server/db/connection.ts'
import { enqueue } from '#server/db/jobs.sql.ts'

/** A mail to send. A mail to a user goes to the address that the user has at the time of sending. */
export type MailOrder =
  | InvoiceMail
  | { template: 'password-changed'; to: UserId }
  | { template: 'address-known'; to: UserId }
  | { template: 'account-deleted'; to: { email: string; firstName: string } }

/**
 * A mail about an invoice. The invoice is read when the mail is written, because its number exists only after the
 * commit.
 */
export type InvoiceMail =
  | { template: 'order-confirmation'; to: UserId; invoiceId: InvoiceId; hasTickets: boolean }
  | { template: 'refund'; to: UserId; invoiceId: InvoiceId }

/** Enqueues a mail. Inside a transaction it is sent after the commit, and never after a rollback. */
export async function enqueueMail(db: Db | Tx, order: MailOrder): Promise<void> {
  await enqueue(db, 'send-mail', order)
}
