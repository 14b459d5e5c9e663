import type { AppContext } from '#server/context.ts'
import { selectInvoiceFacts } from '#server/features/invoices/invoices.sql.ts'
import { selectUser } from '#server/features/users/users.sql.ts'
import type { Mailer } from '#server/gateways/mailer.ts'
import type { MailOrder } from './mail.sql.ts'
import { wordsOf, wordsOnInvoice } from './mail-texts.ts'

type Sender = Pick<AppContext, 'db' | 'settings'> & { mailer: Mailer }

/** Writes and sends a mail; to an account that is gone by now, none. */
export async function sendMail({ db, settings, mailer }: Sender, id: string, order: MailOrder): Promise<void> {
  const reader = typeof order.to === 'number' ? await selectUser(db, order.to) : order.to
  if (!reader) return
  const words =
    'invoiceId' in order
      ? wordsOnInvoice(order, await selectInvoiceFacts(db, order.invoiceId), settings)
      : wordsOf(order, settings)
  await mailer.send({ id, to: reader, ...words })
}
