import { sql } from 'kysely'
import type { EventSearch, newEvent } from '#contract/events.ts'
import type { EventType } from '#domain/event-types.ts'
import type { EventId } from '#domain/ids.ts'
import type { Db, Tx } from '#server/db/connection.ts'
import { allOf, contains, equals, lastsAbout } from '#server/db/filters.ts'
import { now } from '#server/db/now.ts'
import { pageOf } from '#server/db/paged.ts'
import type { z } from 'zod/mini'

export type NewEvent = z.output<typeof newEvent>

const columns = [
  'events.id',
  'events.title',
  'events.type',
  'events.description',
  'events.starts_at as startTime',
  'events.ends_at as endTime',
  sql<number | null>`extract(epoch from events.ends_at - events.starts_at)::float8`.as('duration'),
  'images.name as imageName',
] as const

function selectFromEvents(db: Db | Tx) {
  return db.selectFrom('events').leftJoin('images', 'images.id', 'events.image_id').select(columns)
}

// Orders upcoming events first, soonest first, then events without a date, then past ones.
const pastEventsLast = sql`case when events.ends_at > ${now} then 0 when events.ends_at is null then 1 else 2 end`

export function selectEvents(db: Db, search: EventSearch) {
  const found = selectFromEvents(db)
    .where(
      allOf([
        contains('events.title', search.title),
        contains('events.description', search.description),
        equals('events.type', search.type),
        lastsAbout('events', search.duration),
        search.artistId &&
          sql<boolean>`exists (
            select from event_shows where event_shows.event_id = events.id and event_shows.artist_id = ${search.artistId})`,
      ]),
    )
    .orderBy(pastEventsLast)
    .orderBy('events.starts_at')
    .orderBy('events.id')
  return pageOf(found, search)
}

export function selectEvent(db: Db | Tx, eventId: EventId) {
  return selectFromEvents(db).where('events.id', '=', eventId).executeTakeFirst()
}

/** Selects the events, of one type or of all, with the most tickets bought within the last days and not refunded. */
export function selectTopEvents(db: Db, { type, days, limit }: TopSellers) {
  return selectFromEvents(db)
    .innerJoin(
      (from) =>
        from
          .selectFrom('tickets')
          .innerJoin('event_shows', 'event_shows.id', 'tickets.event_show_id')
          .select(['event_shows.event_id as eventId', sql<number>`count(*)`.as('ticketsSold')])
          .where('tickets.state', '=', 'BOUGHT')
          .where('tickets.bought_at', '>', sql<Date>`${now} - make_interval(days => ${days}::int)`)
          .groupBy('event_shows.event_id')
          .as('sales'),
      (join) => join.onRef('sales.eventId', '=', 'events.id'),
    )
    .select('sales.ticketsSold')
    .where(allOf([equals('events.type', type)]))
    .orderBy('sales.ticketsSold', 'desc')
    .orderBy('events.id')
    .limit(limit)
    .execute()
}

type TopSellers = { type: EventType | undefined; days: number; limit: number }

export async function insertEvent(tx: Tx, event: NewEvent): Promise<EventId> {
  const { id } = await tx
    .insertInto('events')
    .values({
      title: event.title,
      type: event.type,
      description: event.description,
      image_id: event.imageId ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Locks an event before its shows change. Returns false for an unknown event. */
export async function lockEvent(tx: Tx, eventId: EventId): Promise<boolean> {
  const row = await tx.selectFrom('events').select('id').where('id', '=', eventId).forNoKeyUpdate().executeTakeFirst()
  return row !== undefined
}

/** Extends the period of a locked event to include a show. */
export async function updateEventTimes(tx: Tx, eventId: EventId, show: { startTime: Date; endTime: Date }) {
  await tx
    .updateTable('events')
    .set({
      starts_at: sql<Date>`least(starts_at, ${show.startTime})`,
      ends_at: sql<Date>`greatest(ends_at, ${show.endTime})`,
    })
    .where('id', '=', eventId)
    .execute()
}
