import type { Db } from '#server/db/connection.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { lockEventsWithNewShows, updateEventTimes } from './events.sql.ts'

/** Widens the stored periods of events by shows whose time of publication has come. */
export function widenEventTimes(db: Db): Promise<void> {
  return inTransaction(db, async (tx) => {
    for (const id of await lockEventsWithNewShows(tx)) await updateEventTimes(tx, id)
  })
}
