import type { Db } from '#server/db/connection.ts'
import { enqueueMail } from '#server/features/mail/enqueue-mail.sql.ts'
import type { MailCause } from '#server/features/mail/mail.sql.ts'
import { priorityOfResetLink } from '#server/jobs/mail-priorities.ts'

type Start = { email: string; isByAdministrator: boolean; cause: MailCause }

/**
 * Enqueues a reset link for an address. The job looks for the account, so neither the answer nor its timing reveals
 * whether there is one. Each client network has a job of its own, so that none uses up the room that another has in a
 * mailbox.
 */
export async function startPasswordReset(
  db: Db,
  { email, isByAdministrator, cause: { network, recent } }: Start,
): Promise<void> {
  const key = `send-reset-link ${email.toLowerCase()} ${network}`
  const options = { key, priority: priorityOfResetLink(recent) }
  await enqueueMail(db, 'send-reset-link', { email, isByAdministrator, network }, options)
}
