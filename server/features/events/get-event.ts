import type { EventDetail } from '#contract/events.ts'
import type { EventId } from '#domain/ids.ts'
import type { Db } from '#server/db/connection.ts'
import { selectMonthsOfEvent } from '#server/features/shows/shows.sql.ts'
import { selectEvent } from './events.sql.ts'
import { withComingShows } from './list-events.ts'

/** Reads an event with its shows to come, counted by month. Undefined for an unknown or hidden event. */
export async function getEvent(
  db: Db,
  eventId: EventId,
  viewer?: { isAdmin: boolean },
): Promise<EventDetail | undefined> {
  const row = await selectEvent(db, eventId, viewer)
  if (!row) return undefined
  const [[event], months] = await Promise.all([withComingShows(db, [row]), selectMonthsOfEvent(db, eventId)])
  return event && { ...event, months }
}
