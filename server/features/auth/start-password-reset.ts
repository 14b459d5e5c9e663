import type { Db } from '#server/db/connection.ts'
import { enqueue, MAIL_FLAG } from '#server/db/jobs.sql.ts'

/**
 * Enqueues a reset link for an address. The job looks for the account, so neither the answer nor its timing reveals
 * whether there is one.
 */
export async function startPasswordReset(
  db: Db,
  { email, isByAdministrator }: { email: string; isByAdministrator: boolean },
): Promise<void> {
  const key = `send-reset-link ${email.toLowerCase()}`
  await enqueue(db, 'send-reset-link', { email, isByAdministrator }, { key, flag: MAIL_FLAG })
}
