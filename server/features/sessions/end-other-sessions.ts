import type { UserId } from '#domain/ids.ts'
import type { Db } from '#server/db/connection.ts'
import { deleteSessions } from '#server/features/users/users.sql.ts'

type Current = { userId: UserId; sessionHash: Buffer }

/** Ends all sessions of the caller except the current one. */
export async function endOtherSessions(db: Db, { userId, sessionHash }: Current): Promise<void> {
  await deleteSessions(db, userId, sessionHash)
}
