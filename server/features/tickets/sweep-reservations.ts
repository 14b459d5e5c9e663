import type { Db } from '#server/db/connection.ts'
import { deleteEmptyHolds } from '#server/features/holds/holds.sql.ts'
import { deleteOldLines } from '#server/features/waiting-room/waiting-room.sql.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { freeExpiredStanding, selectExpiredStanding } from './standing.sql.ts'
import { clearExpiredNetworks, deleteExpiredSeats } from './reservations.sql.ts'

/**
 * Deletes reservations that expired a day ago and holds without a place, and clears the client networks of all expired
 * reservations. Expired reservations hold no place, so nothing depends on this. Deletes the lines of past shows, too.
 */
export async function sweepReservations(db: Db): Promise<void> {
  await clearExpiredNetworks(db)
  await deleteExpiredSeats(db)
  for (const place of await selectExpiredStanding(db)) await inTransaction(db, (tx) => freeExpiredStanding(tx, place))
  await deleteEmptyHolds(db)
  await deleteOldLines(db)
}
