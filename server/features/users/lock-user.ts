import type { UserId } from '#domain/ids.ts'
import { problem } from '#domain/problem.ts'
import { logChange } from '#server/db/change-log.sql.ts'
import type { Db } from '#server/db/connection.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { revokeDevicesOf } from '#server/features/entry/devices.sql.ts'
import { hurryPaymentsOf } from '#server/features/orders/payments/payment-looks.sql.ts'
import { returnHeldTickets } from './held-tickets.sql.ts'
import { deleteReservationsOf } from './reservations-of-user.sql.ts'
import { deleteSessions, lockUserAndAdmins, updateLocked } from './users.sql.ts'

type Locking = { userId: UserId; isLocked: boolean; by: UserId }

/**
 * Locks or unlocks a user. Locking ends all sessions, revokes the scanners that the user paired, closes the payments
 * under way and frees the reservations. Received tickets go back to their buyers, offers of tickets end, and bought
 * tickets stay.
 */
export async function lockUser(db: Db, { userId, isLocked, by }: Locking): Promise<void> {
  if (by === userId) throw problem('not_yourself')
  await inTransaction(db, async (tx) => {
    const found = await lockUserAndAdmins(tx, userId)
    // Two administrators may lock each other concurrently: the second one is refused.
    if (!found.some((user) => user.id === by && user.isAdmin && !user.isLocked)) throw problem('forbidden')
    if (!found.some(({ id }) => id === userId)) throw problem('not_found', { what: 'user' })
    await updateLocked(tx, userId, isLocked)
    await logChange(tx, {
      by,
      action: isLocked ? 'LOCKED' : 'UNLOCKED',
      record: { kind: 'USER', id: userId, name: '' },
    })
    if (!isLocked) return
    await deleteSessions(tx, userId)
    await revokeDevicesOf(tx, userId)
    await hurryPaymentsOf(tx, userId)
    await deleteReservationsOf(tx, userId)
    await returnHeldTickets(tx, userId, { endsOwnOffers: true })
  })
}
