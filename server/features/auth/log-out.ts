import type { Db } from '#server/db/connection.ts'
import { deleteSession } from './auth.sql.ts'

/** Ends a session. Every server rejects it from the next request on. */
export async function logOut(db: Db, sessionHash: Buffer): Promise<void> {
  await deleteSession(db, sessionHash)
}
