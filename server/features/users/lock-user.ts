import type { UserId } from '#domain/ids.ts'
import { problem } from '#domain/problem.ts'
import { type Db, inTransaction } from '#server/db/connection.ts'
import { deleteReservationsOf } from './reservations-of-user.sql.ts'
import { deleteSessions, lockUserAndAdmins, updateLocked } from './users.sql.ts'

type Locking = { userId: UserId; isLocked: boolean; by: UserId }

/** Locks a user out at once, or lets them in again. Locking frees their reservations; what was bought stays. */
export async function lockUser(db: Db, { userId, isLocked, by }: Locking): Promise<void> {
  if (by === userId) throw problem('not_yourself')
  await inTransaction(db, async (tx) => {
    const found = await lockUserAndAdmins(tx, userId)
    // Of two administrators who lock each other, one comes too late.
    if (!found.some((user) => user.id === by && user.isAdmin && !user.isLocked)) throw problem('forbidden')
    if (!found.some(({ id }) => id === userId)) throw problem('not_found', { what: 'user' })
    await updateLocked(tx, userId, isLocked)
    if (!isLocked) return
    await deleteSessions(tx, userId)
    await deleteReservationsOf(tx, userId)
  })
}
