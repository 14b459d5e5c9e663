import type { AppContext } from '#server/context.ts'
import { selectUser } from '#server/features/users/users.sql.ts'
import type { Mailer } from '#server/gateways/mailer.ts'
import type { AccountMail } from './mail.sql.ts'
import { accountMailContent } from './mail-texts.ts'

type Sender = Pick<AppContext, 'db' | 'settings'> & { mailer: Mailer }

/** Writes and sends a mail about an account. Sends nothing to an account that was deleted since. */
export async function sendAccountMail({ db, settings, mailer }: Sender, id: string, mail: AccountMail): Promise<void> {
  const recipient = typeof mail.to === 'number' ? await selectUser(db, mail.to) : mail.to
  if (recipient) await mailer.send({ id, to: recipient, ...accountMailContent(mail, settings) })
}
