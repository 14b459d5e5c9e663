import type { Event } from '#contract/events.ts'
import type { EventId } from '#domain/ids.ts'
import { problem } from '#domain/problem.ts'
import type { Db } from '#server/db/connection.ts'
import { selectEvent } from './events.sql.ts'

/** One event. */
export async function getEvent(db: Db, eventId: EventId): Promise<Event> {
  const event = await selectEvent(db, eventId)
  if (!event) throw problem('not_found', { what: 'event' })
  return event
}
