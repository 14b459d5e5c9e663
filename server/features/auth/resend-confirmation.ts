import { problem } from '#domain/problem.ts'
import type { Db } from '#server/db/connection.ts'
import type { MailCause } from '#server/features/mail/mail.sql.ts'
import { enqueueConfirmation, SECONDS_PER_REGISTRATION_MAIL } from '#server/features/mail/mail.sql.ts'
import { selectUser } from '#server/features/users/users.sql.ts'
import type { UserId } from '#domain/ids.ts'

/**
 * Enqueues another confirmation mail. Does nothing for a confirmed address. Throws `too_many_requests` beyond the limit
 * of mails to the mailbox.
 */
export async function resendConfirmation(db: Db, userId: UserId, cause: MailCause): Promise<void> {
  const user = await selectUser(db, userId)
  if (!user || user.emailVerifiedAt) return
  if (!(await enqueueConfirmation(db, user.email, cause))) {
    throw problem('too_many_requests', { retryAfterSeconds: SECONDS_PER_REGISTRATION_MAIL })
  }
}
