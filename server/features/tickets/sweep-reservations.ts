import type { Db } from '#server/db/connection.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { freeRunOutStanding, selectRunOutStanding } from './standing.sql.ts'
import { deleteRunOutSeats } from './reservations.sql.ts'

/** Clears away reservations that ran out a day ago. Nothing depends on it: they hold no place from the moment they run out. */
export async function sweepReservations(db: Db): Promise<void> {
  await deleteRunOutSeats(db)
  for (const place of await selectRunOutStanding(db)) await inTransaction(db, (tx) => freeRunOutStanding(tx, place))
}
