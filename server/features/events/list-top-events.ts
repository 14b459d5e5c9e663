import type { EventType } from '#domain/shows/event-types.ts'
import type { Db } from '#server/db/connection.ts'
import { selectTopEvents } from './events.sql.ts'
import { withComingShows } from './list-events.ts'

const DAYS = 30
const LIMIT = 10

/** Lists the top sellers (specification, section 2.4): most tickets first, without refunded ones. */
export async function listTopEvents(db: Db, type: EventType | undefined) {
  const events = await selectTopEvents(db, { type, days: DAYS, limit: LIMIT })
  const elements = await withComingShows(db, events)
  return { total: elements.length, elements }
}
