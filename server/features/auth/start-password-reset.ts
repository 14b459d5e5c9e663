import type { Db } from '#server/db/connection.ts'
import { enqueue } from '#server/db/jobs.sql.ts'

/**
 * Enqueues a reset link for an address. The job looks for the account, so neither the answer nor its timing reveals
 * whether there is one.
 */
export async function startPasswordReset(
  db: Db,
  { email, isByAdministrator }: { email: string; isByAdministrator: boolean },
): Promise<void> {
  await enqueue(db, 'send-reset-link', { email, isByAdministrator }, `send-reset-link ${email.toLowerCase()}`)
}
