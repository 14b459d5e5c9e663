import type { Db } from '#server/db/connection.ts'
import { deleteExpired } from './password-resets.sql.ts'

/** Clears away ended sessions, reset links and attempts; nothing depends on it. */
export async function sweepExpired(db: Db): Promise<void> {
  await deleteExpired(db)
}
