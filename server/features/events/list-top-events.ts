import type { EventType } from '#domain/event-types.ts'
import type { Db } from '#server/db/connection.ts'
import { selectTopEvents } from './events.sql.ts'

const DAYS = 30
const LIMIT = 10

/** Lists the top sellers (specification, section 2.4): most tickets first, without refunded ones. */
export async function listTopEvents(db: Db, type: EventType | undefined) {
  const elements = await selectTopEvents(db, { type, days: DAYS, limit: LIMIT })
  return { total: elements.length, elements }
}
