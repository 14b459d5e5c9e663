import type { ShowId, UserId } from '#domain/ids.ts'
import type { Db } from '#server/db/connection.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { deletePlaceInLine, lockRoom, updateRoom } from './waiting-room.sql.ts'

/** Gives up the place in the line, or the pass. Does nothing without one. */
export function leaveLine(db: Db, { showId, userId }: { showId: ShowId; userId: UserId }): Promise<void> {
  return inTransaction(db, async (tx) => {
    const room = await lockRoom(tx, showId)
    if (!room) return
    const wasInLot = await deletePlaceInLine(tx, showId, userId)
    if (wasInLot) await updateRoom(tx, showId, { ...room, lotSize: Math.max(0, room.lotSize - 1) })
  })
}
