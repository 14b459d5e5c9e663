import type { PublicSessionId, UserId } from '#domain/ids.ts'
import { problem } from '#domain/problem.ts'
import type { Db } from '#server/db/connection.ts'
import { deleteOwnSession, selectSessionOwner } from './sessions.sql.ts'

type Ending = { userId: UserId; id: PublicSessionId }

/**
 * Ends a session of the caller. Every server rejects it from the next request on. Does nothing for a session that has
 * ended. Throws `not_found` for another user's session.
 */
export async function endSession(db: Db, { userId, id }: Ending): Promise<void> {
  const session = await selectSessionOwner(db, id)
  if (!session) return
  if (session.userId !== userId) throw problem('not_found', { what: 'session' })
  await deleteOwnSession(db, userId, id)
}
