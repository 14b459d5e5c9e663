import type { Event, EventSearch } from '#contract/events.ts'
import type { Paged } from '#contract/fields.ts'
import { comingShows } from '#domain/shows/coming-shows.ts'
import type { EventId } from '#domain/ids.ts'
import type { Remember } from '#server/concurrency/async-cache.ts'
import type { Db } from '#server/db/connection.ts'
import { selectComingShows } from '#server/features/shows/coming-shows.sql.ts'
import { selectEvents } from './events.sql.ts'

/** Lists the events that match all given filters, with their shows to come. */
export async function listEvents(db: Db, search: EventSearch, remember: Remember): Promise<Paged<Event>> {
  const { total, elements } = await selectEvents(db, search, remember)
  return { total, elements: await withComingShows(db, elements) }
}

/** Adds the sum of the shows to come to events. */
export async function withComingShows<Row extends { id: EventId }>(db: Db, events: readonly Row[]) {
  const groups = await selectComingShows(
    db,
    'event_id',
    events.map(({ id }) => id),
  )
  return events.map((event) => ({ ...event, coming: comingShows(groups.get(event.id) ?? []) }))
}
