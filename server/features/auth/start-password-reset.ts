import type { Db } from '#server/db/connection.ts'
import { enqueue, MAIL_FLAG } from '#server/db/jobs.sql.ts'
import { priorityOfResetLink } from '#server/jobs/mail-priorities.ts'

/**
 * Enqueues a reset link for an address. The job looks for the account, so neither the answer nor its timing reveals
 * whether there is one. `recent`: how many links the client network has asked for of late.
 */
export async function startPasswordReset(
  db: Db,
  { email, isByAdministrator, recent }: { email: string; isByAdministrator: boolean; recent: number },
): Promise<void> {
  const key = `send-reset-link ${email.toLowerCase()}`
  const options = { key, flag: MAIL_FLAG, priority: priorityOfResetLink(recent) } as const
  await enqueue(db, 'send-reset-link', { email, isByAdministrator }, options)
}
