import type { PaymentId } from '#domain/ids.ts'
import { selectUser } from '#server/features/users/users.sql.ts'
import { returnMailContent } from './mail-texts.ts'
import { selectReturn } from './mail.sql.ts'
import type { Sender } from './sender.ts'

/** Writes to a customer that a payment bought nothing and goes back. Sends nothing to a deleted account. */
export async function sendReturnMail(
  { db, settings, mailer }: Sender,
  id: string,
  paymentId: PaymentId,
): Promise<void> {
  const returned = await selectReturn(db, paymentId)
  const recipient = returned && (await selectUser(db, returned.userId))
  if (!recipient) return
  await mailer.send({ id, to: recipient, ...returnMailContent(returned, settings) })
}
