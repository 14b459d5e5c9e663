import { type RawBuilder, sql } from 'kysely'
import type { Paged } from '#contract/fields.ts'
import type { NewShow, ShowSearch } from '#contract/shows.ts'
import type { EventId, LocationId, SeatingPlanId, ShowId } from '#domain/ids.ts'
import type { Remember } from '#server/concurrency/async-cache.ts'
import type { Db, Tx } from '#server/db/connection.ts'
import { after, allOf, among, anyOf, before, containedIn, contains, equals, lastsAbout } from '#server/db/filters.ts'
import { now } from '#server/db/now.ts'
import { countOf, pageOf } from '#server/db/paged.ts'
import { isShowPublished, showPublicationState } from '#server/db/published.sql.ts'
import { oneOf } from '#server/db/one-of.ts'
import { cheapestPercentOf } from './cheapest-percent.sql.ts'

const timeFilters = { coming: sql<boolean>`starts_at > ${now}`, past: sql<boolean>`starts_at <= ${now}` }

function selectFromShows(db: Db | Tx) {
  return db
    .selectFrom('event_shows')
    .innerJoin('events', 'events.id', 'event_shows.event_id')
    .leftJoin('images', 'images.id', 'events.image_id')
    .innerJoin('artists', 'artists.id', 'event_shows.artist_id')
    .innerJoin('locations', 'locations.id', 'event_shows.location_id')
    .innerJoin('seating_plans', 'seating_plans.id', 'event_shows.seating_plan_id')
    .select([
      'event_shows.id',
      'event_shows.name',
      'event_shows.starts_at as startTime',
      'event_shows.ends_at as endTime',
      'event_shows.price',
      'event_shows.cancel_reason as cancelReason',
      'event_shows.published_from as publishedFrom',
      'event_shows.sale_starts_at as saleStartsAt',
      'event_shows.sale_ends_at as saleEndsAt',
      'event_shows.needs_pass as needsPass',
      showPublicationState.as('publication'),
      'events.id as eventId',
      'events.title as eventTitle',
      'events.type as eventType',
      'images.name as imageName',
      'artists.id as artistId',
      'artists.first_name as firstName',
      'artists.last_name as lastName',
      'artists.stage_name as stageName',
      'locations.id as locationId',
      'locations.name as locationName',
      'locations.address',
      'locations.city',
      'locations.postal_code as postalCode',
      'locations.country',
      'locations.time_zone as timeZone',
      'seating_plans.id as seatingPlanId',
      'seating_plans.name as seatingPlanName',
      'seating_plans.version as seatingPlanVersion',
      cheapestPercentOf('seating_plans.id').as('cheapestPercent'),
    ])
}

export type ShowRow = Awaited<ReturnType<ReturnType<typeof selectFromShows>['executeTakeFirstOrThrow']>>

export async function selectShows(db: Db, search: ShowSearch, remember: Remember): Promise<Paged<ShowRow>> {
  const found = selectMatching(db, search).orderBy('starts_at').orderBy('id')
  const { total, elements } = await pageOf(found, search, remember)
  const ids = elements.map(({ id }) => id)
  return { total, elements: await selectShowsByIds(db, ids) }
}

/** Counts the shows that match all given filters. */
export function countShows(db: Db, search: ShowSearch, remember: Remember): Promise<number> {
  return countOf(selectMatching(db, search), remember)
}

// Filters the shows table alone, so that counting joins no more tables than the filters need.
function selectMatching(db: Db, search: ShowSearch) {
  return db
    .selectFrom('event_shows')
    .select('id')
    .where(
      allOf([
        sql<boolean>`cancelled_at is null`,
        isShowPublished,
        equals('event_id', search.eventId),
        equals('location_id', search.locationId),
        contains('name', search.name),
        among('event_id', 'events', contains('title', search.eventName)),
        among('artist_id', 'artists', isArtistMatching(search.artistName)),
        among('location_id', 'locations', isLocationMatching(search)),
        search.when && timeFilters[search.when],
        startsInMonth(search.month),
        startsOnWeekday(search.weekday),
        after('starts_at', search.startDate),
        before('ends_at', search.endDate),
        lastsAbout('event_shows', search.duration),
        hasPricesWithin(search),
      ]),
    )
}

/** Selects shows by id, soonest first. */
export async function selectShowsByIds(db: Db, ids: readonly ShowId[]): Promise<ShowRow[]> {
  if (ids.length === 0) return []
  const shows = selectFromShows(db).where('event_shows.id', '=', oneOf(ids))
  return shows.orderBy('event_shows.starts_at').orderBy('event_shows.id').execute()
}

/**
 * Requires prices of places on sale that reach into the range, in cents: what customers see is the price of a place.
 * Computes the range of each plan once, because comparing every sector of 100,000 shows takes four times as long.
 */
function hasPricesWithin({ minPrice, maxPrice }: ShowSearch) {
  if (minPrice === undefined && maxPrice === undefined) return undefined
  return sql<boolean>`exists (
    select from (
      select seating_plan_id, min(price_percent) as cheapest, max(price_percent) as dearest
      from sectors where is_available group by 1
    ) as plan
    where plan.seating_plan_id = event_shows.seating_plan_id and ${allOf([
      minPrice === undefined ? undefined : sql<boolean>`price::bigint * dearest / 100 >= ${minPrice}`,
      maxPrice === undefined ? undefined : sql<boolean>`price::bigint * cheapest / 100 <= ${maxPrice}`,
    ])})`
}

// The start in the calendar of the venue.
const localStart = sql`starts_at at time zone time_zone`

function startsInMonth(month: string | undefined) {
  if (month === undefined) return undefined
  const first = sql`${`${month}-01`}::timestamp`
  // Local times differ from UTC by less than a day, so the index on starts_at finds the shows.
  return sql<boolean>`starts_at > (${first} at time zone 'UTC') - interval '1 day'
    and starts_at < (${first} at time zone 'UTC') + interval '1 month 1 day'
    and ${atVenue(sql`date_trunc('month', ${localStart}) = ${first}`)}`
}

function startsOnWeekday(weekday: number | undefined) {
  return weekday === undefined ? undefined : atVenue(sql`extract(isodow from ${localStart}) = ${weekday}`)
}

/** Requires something of a show and its location. Reads all locations once, not one for each show. */
function atVenue(condition: RawBuilder<unknown>) {
  return sql<boolean>`exists (select from locations where locations.id = location_id and ${condition})`
}

function isLocationMatching({ locationName, city, country }: ShowSearch) {
  const filters = [contains('name', locationName), contains('city', city), contains('country', country)]
  return filters.some(Boolean) ? allOf(filters) : undefined
}

/**
 * Requires that the first, last or stage name contains the text. Several words may match first and last name together.
 */
export function isArtistMatching(name: string | undefined) {
  const hasManyWords = name !== undefined && /\S\s+\S/.test(name)
  const civilNames = hasManyWords
    ? [containedIn(sql`first_name || ' ' || last_name`, name)]
    : [contains('first_name', name), contains('last_name', name)]
  return anyOf([...civilNames, contains('stage_name', name)])
}

export function selectShow(db: Db | Tx, showId: ShowId) {
  return selectFromShows(db).where('event_shows.id', '=', showId).executeTakeFirst()
}

/** Counts the shows to come of an event by month (`2026-12`) of their venues' calendars. */
export async function selectMonthsOfEvent(db: Db, eventId: EventId): Promise<{ month: string; count: number }[]> {
  const { rows } = await sql<{ month: string; count: number }>`
    select to_char(${localStart}, 'YYYY-MM') as month, count(*) as count
    from event_shows join locations on locations.id = location_id where event_id = ${eventId} and starts_at > ${now} and cancelled_at is null
      and ${isShowPublished} group by 1 order by 1`.execute(db)
  return rows
}

/** Selects the seating plans of a location's shows of the last year and to come, most used first. */
export async function selectPlansOfLocation(db: Db, locationId: LocationId, limit: number): Promise<SeatingPlanId[]> {
  const { rows } = await sql<{ id: SeatingPlanId }>`
    select seating_plan_id as id from event_shows
    where location_id = ${locationId} and starts_at > ${now} - interval '1 year' and ${isShowPublished}
    group by 1 order by count(*) desc, 1 limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Reads the seating plan of a show. Undefined for an unknown show, and for visitors for one that is not published. */
export async function selectPlanOfShow(db: Db | Tx, showId: ShowId, viewer?: { isStaff: boolean }) {
  const plan = await db
    .selectFrom('event_shows')
    .innerJoin('seating_plans', 'seating_plans.id', 'event_shows.seating_plan_id')
    .select([
      'seating_plans.id',
      'seating_plans.version',
      isShowPublished.as('isPublished'),
      sql<boolean>`ends_at <= shop_now()`.as('hasEnded'),
    ])
    .where('event_shows.id', '=', showId)
    .executeTakeFirst()
  return plan?.isPublished || viewer?.isStaff ? plan : undefined
}

type ShowRecord = ShowFields & Publication & { eventId: EventId; vatPercent: number }
/** When visitors see a show, and from when until when customers can buy it. */
export type Publication = { publishedFrom: Date | null; saleStartsAt: Date | null; saleEndsAt: Date | null }

export async function insertShow(tx: Tx, show: ShowRecord): Promise<ShowId> {
  const { id } = await tx
    .insertInto('event_shows')
    .values({
      ...rowOf(show),
      event_id: show.eventId,
      vat_percent: show.vatPercent,
      published_from: show.publishedFrom,
      sale_starts_at: show.saleStartsAt,
      sale_ends_at: show.saleEndsAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** The fields of a show that an edit replaces. */
export type ShowFields = Omit<NewShow, 'eventId' | 'isDraft' | 'publishedFrom' | 'saleStartsAt' | 'saleEndsAt'>

/** Returns the columns of a show's fields. */
export function rowOf(show: ShowFields) {
  return {
    name: show.name,
    artist_id: show.artistId,
    location_id: show.locationId,
    seating_plan_id: show.seatingPlanId,
    starts_at: show.startTime,
    ends_at: show.endTime,
    price: show.price,
  }
}
