import type { Db } from '#server/db/connection.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { sumNextDay } from './summed-days.sql.ts'

/** Sums up the sales of every day that is over, each in its own transaction. */
export async function sumFinishedDays(db: Db, timeZone: string): Promise<void> {
  let hasMore = true
  while (hasMore) hasMore = await inTransaction(db, (tx) => sumNextDay(tx, timeZone))
}
