import { selectUser } from '#server/features/users/users.sql.ts'
import type { PaymentMail } from '../mail.sql.ts'
import type { Sender } from '../sender.ts'
import { paymentMailContent } from './payment-mail-content.ts'
import { selectPaymentToMail } from './payment-mails.sql.ts'

/** Sends the mail about a manual payment. Sends nothing about one that has ended since, or to a deleted account. */
export async function sendPaymentMail(
  { db, settings, mailer }: Sender,
  id: string,
  { paymentId, isReminder }: PaymentMail,
): Promise<void> {
  const payment = await selectPaymentToMail(db, paymentId)
  if (!payment?.instructions) return
  const to = await selectUser(db, payment.userId)
  if (!to) return
  const { instructions } = payment
  await mailer.send({ id, to, ...paymentMailContent({ ...payment, instructions }, isReminder, settings) })
}
