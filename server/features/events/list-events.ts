import type { Event, EventSearch } from '#contract/events.ts'
import type { Paged } from '#contract/fields.ts'
import type { Db } from '#server/db/connection.ts'
import { selectEvents } from './events.sql.ts'

/** The events that all given filters match. What is still to come stands before what is over. */
export function listEvents(db: Db, search: EventSearch): Promise<Paged<Event>> {
  return selectEvents(db, search)
}
