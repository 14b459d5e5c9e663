import type { Db } from '#server/db/connection.ts'
import { deleteFailedJobs } from '#server/db/jobs.sql.ts'
import { deleteExpired } from './password-resets.sql.ts'

/** Clears away ended sessions, reset links, attempts, and jobs that failed for good; nothing depends on it. */
export async function sweepExpired(db: Db): Promise<void> {
  await deleteExpired(db)
  await deleteFailedJobs(db)
}
