import type { Db } from '#server/db/connection.ts'
import { enqueue } from '#server/db/jobs.sql.ts'

/**
 * Has a reset link sent to an address, if it has an account. That is found out later, away from the request, so that
 * neither the answer nor its timing tells.
 */
export async function startPasswordReset(db: Db, email: string): Promise<void> {
  await enqueue(db, 'send-reset-link', { email }, `send-reset-link ${email.toLowerCase()}`)
}
