import { type RawBuilder, sql } from 'kysely'
import type { listAdminEvents } from '#contract/admin-events.ts'
import type { EventSearch, newEvent } from '#contract/events.ts'
import type { EventType } from '#domain/shows/event-types.ts'
import type { EventId } from '#domain/ids.ts'
import type { Remember } from '#server/concurrency/async-cache.ts'
import type { Db, Tx } from '#server/db/connection.ts'
import { allOf, contains, equals, lastsAbout } from '#server/db/filters.ts'
import { now } from '#server/db/now.ts'
import type { Paging } from '#contract/fields.ts'
import { oneOf } from '#server/db/one-of.ts'
import { pageInOrder, pageOf } from '#server/db/paged.ts'
import { isEventPublished, isShowPublished, publicationStateOf } from '#server/db/published.sql.ts'
import type { z } from 'zod/mini'

export type NewEvent = z.output<typeof newEvent>
/** The fields of an event that an edit replaces. */
export type EventFields = Omit<NewEvent, 'isDraft' | 'publishedFrom'>
type AdminSearch = z.output<typeof listAdminEvents.query>

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

/** The start of an event's next show. */
const nextStart = (isCounted: RawBuilder<boolean>) => sql`(
  select min(starts_at) from event_shows
  where event_shows.event_id = events.id and starts_at > ${now} and cancelled_at is null and ${isCounted})`

// Orders events without shows to come: those under way, then those without a date, then past ones.
const pastEventsLast = sql`case when events.ends_at > ${now} then 0 when events.ends_at is null then 1 else 2 end`

/** Lists the events that match, the one with the next show first. */
export function selectEvents(db: Db, search: EventSearch, remember: Remember) {
  const order = db
    .selectFrom('events')
    .select('events.id')
    .where(
      allOf([
        isEventPublished,
        contains('events.title', search.title),
        contains('events.description', search.description),
        equals('events.type', search.type),
        lastsAbout('events', search.duration),
        search.artistId &&
          sql<boolean>`exists (
            select from event_shows
            where event_shows.event_id = events.id and event_shows.artist_id = ${search.artistId} and ${isShowPublished})`,
      ]),
    )
    .orderBy(nextStart(isShowPublished), (order) => order.asc().nullsLast())
    .orderBy(pastEventsLast)
    .orderBy('events.starts_at')
    .orderBy('events.id')
  return pageInOrder(order, search, {
    remember,
    select: (ids) => selectFromEvents(db).where('events.id', '=', oneOf(ids)).execute(),
  })
}

/** Reads an event. Undefined for an unknown event, and for visitors for one that is not published. */
export function selectEvent(db: Db | Tx, eventId: EventId, viewer?: { isAdmin: boolean }) {
  return selectFromEvents(db)
    .where('events.id', '=', eventId)
    .where(viewer?.isAdmin ? sql<boolean>`true` : isEventPublished)
    .executeTakeFirst()
}

const adminColumns = [
  'events.image_id as imageId',
  'events.published_from as publishedFrom',
  publicationStateOf(sql`events.published_from`).as('publication'),
  'events.version',
  sql<number>`(select count(*) from event_shows where event_shows.event_id = events.id)`.as('shows'),
  sql<{ startTime: string; timeZone: string } | null>`(
    select json_build_object(
      'startTime', to_char(starts_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'timeZone', time_zone)
    from event_shows join locations on locations.id = location_id
    where event_shows.event_id = events.id and starts_at > ${now} and cancelled_at is null
    order by starts_at limit 1)`.as('nextShow'),
] as const

/** Lists the events that match, the one with the next show first, then those without shows to come, newest first. */
export function selectAdminEvents(db: Db, search: AdminSearch) {
  return pageOf(findAdminEvents(db, search), search)
}

/** Finds the events of that list. */
export function findAdminEvents(db: Db | Tx, { title, type, publication }: Omit<AdminSearch, keyof Paging>) {
  return selectFromEvents(db)
    .select(adminColumns)
    .where(
      allOf([
        contains('events.title', title),
        equals('events.type', type),
        publication && sql<boolean>`${publicationStateOf(sql`events.published_from`)} = ${publication}`,
      ]),
    )
    .orderBy(nextStart(sql<boolean>`true`), (order) => order.asc().nullsLast())
    .orderBy('events.id', 'desc')
}

export function selectAdminEvent(db: Db | Tx, eventId: EventId) {
  return selectFromEvents(db).select(adminColumns).where('events.id', '=', eventId).executeTakeFirst()
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
    .where(allOf([isEventPublished, equals('events.type', type)]))
    .orderBy('sales.ticketsSold', 'desc')
    .orderBy('events.id')
    .limit(limit)
    .execute()
}

type TopSellers = { type: EventType | undefined; days: number; limit: number }

export async function insertEvent(tx: Tx, event: EventFields & { publishedFrom: Date | null }): Promise<EventId> {
  const row = { ...rowOf(event), published_from: event.publishedFrom }
  const { id } = await tx.insertInto('events').values(row).returning('id').executeTakeFirstOrThrow()
  return id
}

/** Locks an event before an edit or its deletion. Undefined for an unknown event. */
export function lockWholeEvent(tx: Tx, eventId: EventId) {
  return tx
    .selectFrom('events')
    .select(['title', 'type', 'description', 'image_id as imageId', 'published_from as publishedFrom', 'version'])
    .where('id', '=', eventId)
    .forUpdate()
    .executeTakeFirst()
}

/** Keeps an event from being deleted until the transaction ends. Returns false for an unknown event. */
export async function keepEvent(tx: Tx, eventId: EventId): Promise<boolean> {
  const row = await tx.selectFrom('events').select('id').where('id', '=', eventId).forKeyShare().executeTakeFirst()
  return row !== undefined
}

/** Replaces the fields of a locked event and raises the version. */
export async function updateEvent(tx: Tx, eventId: EventId, event: EventFields): Promise<void> {
  await tx
    .updateTable('events')
    .set({ ...rowOf(event), version: sql<number>`version + 1` })
    .where('id', '=', eventId)
    .execute()
}

/** Changes when visitors see a locked event, and raises the version. */
export async function updateEventPublication(tx: Tx, eventId: EventId, publishedFrom: Date | null): Promise<void> {
  await tx
    .updateTable('events')
    .set({ published_from: publishedFrom, version: sql<number>`version + 1` })
    .where('id', '=', eventId)
    .execute()
}

export async function deleteEventRow(tx: Tx, eventId: EventId): Promise<void> {
  await tx.deleteFrom('events').where('id', '=', eventId).execute()
}

/** Counts the shows of an event and the news articles about it. */
export function countUsesOfEvent(tx: Tx, eventId: EventId) {
  return tx
    .selectNoFrom([
      sql<number>`(select count(*) from event_shows where event_id = ${eventId})`.as('shows'),
      sql<number>`(select count(*) from news where event_id = ${eventId})`.as('news'),
    ])
    .executeTakeFirstOrThrow()
}

/**
 * Locks the events whose stored period lacks shows that were published since a moment, or within the day before it.
 * Looks at all shows if the moment is undefined.
 */
export async function lockEventsWithNewShows(tx: Tx, since?: Date): Promise<EventId[]> {
  const from = since === undefined ? sql`'-infinity'` : sql`least(${since}::timestamptz, ${now}) - interval '1 day'`
  const { rows } = await sql<{ id: EventId }>`
    select id from events
    cross join lateral (
      select min(shows.starts_at) as first, max(shows.ends_at) as last from event_shows as shows
      where shows.event_id = events.id and shows.published_from <= ${now}
    ) as period
    where id in (
      select event_id from event_shows where published_from > ${from} and published_from <= ${now})
      and (starts_at, ends_at) is distinct from (first, last)
    order by id for no key update of events`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Locks an event before its shows change. Returns false for an unknown event. */
export async function lockEvent(tx: Tx, eventId: EventId): Promise<boolean> {
  const row = await tx.selectFrom('events').select('id').where('id', '=', eventId).forNoKeyUpdate().executeTakeFirst()
  return row !== undefined
}

/** Sets the period of a locked event to that of its published shows. Without one it has none. */
export async function updateEventTimes(tx: Tx, eventId: EventId): Promise<void> {
  await sql`
    update events set (starts_at, ends_at) =
      (select min(starts_at), max(ends_at) from event_shows where event_id = ${eventId} and published_from <= ${now})
    where id = ${eventId}`.execute(tx)
}

function rowOf({ title, type, description, imageId }: EventFields) {
  return { title, type, description, image_id: imageId ?? null }
}
