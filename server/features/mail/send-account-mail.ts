import type { AppContext } from '#server/context.ts'
import type { Db } from '#server/db/connection.ts'
import { selectUserByEmail } from '#server/features/auth/auth.sql.ts'
import { updateDeletionWarned, WARNING } from '#server/features/users/unused-accounts.sql.ts'
import { selectUser } from '#server/features/users/users.sql.ts'
import type { Mailer } from '#server/gateways/mailer.ts'
import type { AccountMail } from './mail.sql.ts'
import { accountMailContent } from './mail-texts.ts'

type Sender = Pick<AppContext, 'db' | 'settings'> & { mailer: Mailer }

/**
 * Writes and sends a mail about an account. Sends nothing to an account that was deleted since, nor to an address that
 * its owner has yet to confirm, because it may be a stranger's. Notes a warning of a deletion once it was sent.
 */
export async function sendAccountMail({ db, settings, mailer }: Sender, id: string, mail: AccountMail): Promise<void> {
  const recipient = await selectRecipient(db, mail)
  if (!recipient) return
  if (recipient.isReachable || !settings.VERIFY_EMAIL) {
    await mailer.send({ id, to: recipient, ...accountMailContent(mail, settings) })
  }
  if (mail.template === WARNING) await updateDeletionWarned(db, mail.to)
}

async function selectRecipient(db: Db, { template, to }: AccountMail) {
  switch (template) {
    case 'account-deleted':
      return { ...to, isReachable: to.isEmailVerified }
    // Somebody registered this address again, so its owner expects a mail.
    case 'address-known': {
      const user = await selectUserByEmail(db, to.email)
      return user && { ...user, isReachable: true }
    }
    case 'password-changed':
    case 'second-factor-on':
    case 'second-factor-off':
    case 'account-unused': {
      const user = await selectUser(db, to)
      return user && { ...user, isReachable: user.emailVerifiedAt !== null }
    }
  }
}
