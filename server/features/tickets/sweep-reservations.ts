import type { Db } from '#server/db/connection.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { freeExpiredStanding, selectExpiredStanding } from './standing.sql.ts'
import { clearExpiredNetworks, deleteExpiredSeats } from './reservations.sql.ts'

/**
 * Deletes reservations that expired a day ago, and clears the client networks of all expired ones. Expired
 * reservations hold no place, so nothing depends on this.
 */
export async function sweepReservations(db: Db): Promise<void> {
  await clearExpiredNetworks(db)
  await deleteExpiredSeats(db)
  for (const place of await selectExpiredStanding(db)) await inTransaction(db, (tx) => freeExpiredStanding(tx, place))
}
