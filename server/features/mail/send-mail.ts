import type { AppContext } from '#server/context.ts'
import { selectInvoiceFacts } from '#server/features/invoices/invoices.sql.ts'
import { selectUser } from '#server/features/users/users.sql.ts'
import type { Mailer } from '#server/gateways/mailer.ts'
import type { MailOrder } from './mail.sql.ts'
import { invoiceMailContent, mailContent } from './mail-texts.ts'

type Sender = Pick<AppContext, 'db' | 'settings'> & { mailer: Mailer }

/** Writes and sends a mail. Sends nothing to a deleted account. */
export async function sendMail({ db, settings, mailer }: Sender, id: string, order: MailOrder): Promise<void> {
  const recipient = typeof order.to === 'number' ? await selectUser(db, order.to) : order.to
  if (!recipient) return
  const content =
    'invoiceId' in order
      ? invoiceMailContent(order, await selectInvoiceFacts(db, order.invoiceId), settings)
      : mailContent(order, settings)
  await mailer.send({ id, to: recipient, ...content })
}
