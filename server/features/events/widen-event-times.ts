import type { Db } from '#server/db/connection.ts'
import { selectNow } from '#server/db/now.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { lockEventsWithNewShows, updateEventTimes } from './events.sql.ts'

/**
 * Returns a function that widens the stored periods of events by shows whose time of publication has come. Its first
 * run looks at all events, because the times may have come while no server was running, later ones at shows that were
 * published since the run before.
 */
export function eventTimesWidener(db: Db): () => Promise<void> {
  let since: Date | undefined
  return async () => {
    const startedAt = await selectNow(db)
    await inTransaction(db, async (tx) => {
      for (const id of await lockEventsWithNewShows(tx, since)) await updateEventTimes(tx, id)
    })
    since = startedAt
  }
}
