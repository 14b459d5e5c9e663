import type { ShowId, UserId } from '#domain/ids.ts'
import type { Db } from '#server/db/connection.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { deleteFromLot, isInLot, lockRoom, updateRoom } from './waiting-room.sql.ts'

/**
 * Takes a customer out of the draw. Keeps a number and a pass, which lapse by themselves: customers who come back have
 * them again, so that leaving and coming back all the time does not lengthen the line for the others. Locks the room
 * for a customer of the draw alone: it admits nobody while it is locked.
 */
export function leaveLine(db: Db, { showId, userId }: { showId: ShowId; userId: UserId }): Promise<void> {
  return inTransaction(db, async (tx) => {
    if (!(await isInLot(tx, showId, userId))) return
    const room = await lockRoom(tx, showId)
    if (!room) return
    const wasInLot = await deleteFromLot(tx, showId, userId)
    if (wasInLot) await updateRoom(tx, showId, { ...room, lotSize: Math.max(0, room.lotSize - 1) })
  })
}
