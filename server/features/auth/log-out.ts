import type { Db } from '#server/db/connection.ts'
import { deleteSession } from './auth.sql.ts'

/** Ends a session at once, on every server. */
export async function logOut(db: Db, sessionId: string): Promise<void> {
  await deleteSession(db, sessionId)
}
