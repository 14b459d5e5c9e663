import type { InvoiceId, UserId } from '#domain/ids.ts'
import type { Db, Tx } from '#server/db/connection.ts'
import { enqueue } from '#server/db/jobs.sql.ts'

/** A mail that is to be written. To a user, it goes to the address they have when it is sent. */
export type MailOrder =
  | InvoiceMail
  | { template: 'password-changed'; to: UserId }
  | { template: 'address-known'; to: UserId }
  | { template: 'account-deleted'; to: { email: string; firstName: string } }

/** What the invoice says is read when the mail is written: until the order is committed, it has no number. */
export type InvoiceMail =
  | { template: 'order-confirmation'; to: UserId; invoiceId: InvoiceId; hasTickets: boolean }
  | { template: 'refund'; to: UserId; invoiceId: InvoiceId }

/** Has a mail sent once this transaction is committed, and not if it is rolled back. */
export async function enqueueMail(db: Db | Tx, order: MailOrder): Promise<void> {
  await enqueue(db, 'send-mail', order)
}
