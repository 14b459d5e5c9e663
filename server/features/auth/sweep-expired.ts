import type { Db } from '#server/db/connection.ts'
import { deleteOldKeys } from '#server/db/idempotent-request.ts'
import type { Settings } from '#server/settings/env.ts'
import { deleteFailedJobs } from '#server/db/jobs.sql.ts'
import { deleteExpired } from './password-resets.sql.ts'

/**
 * Deletes expired sessions, reset and confirmation links, attempts and Idempotency-Keys, and permanently failed jobs.
 * Correctness does not depend on it.
 */
export async function sweepExpired(
  db: Db,
  { SESSION_IDLE_HOURS }: Pick<Settings, 'SESSION_IDLE_HOURS'>,
): Promise<void> {
  await deleteExpired(db, SESSION_IDLE_HOURS)
  await deleteFailedJobs(db)
  await deleteOldKeys(db)
}
