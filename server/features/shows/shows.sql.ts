import { sql } from 'kysely'
import type { Paged } from '#contract/fields.ts'
import type { NewShow, ShowSearch } from '#contract/shows.ts'
import type { ShowId } from '#domain/ids.ts'
import type { Db, Tx } from '#server/db/connection.ts'
import {
  after,
  allOf,
  among,
  anyOf,
  atLeast,
  atMost,
  before,
  containedIn,
  contains,
  equals,
  lastsAbout,
} from '#server/db/filters.ts'
import { now } from '#server/db/now.ts'
import { pageOf } from '#server/db/paged.ts'

// The price of the cheapest open sector, in percent of the show's price.
const cheapestPercent = sql<number>`coalesce(
  (select min(price_percent) from sectors where sectors.seating_plan_id = seating_plans.id and is_available), 100)`

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
      cheapestPercent.as('cheapestPercent'),
    ])
}

export type ShowRow = Awaited<ReturnType<ReturnType<typeof selectFromShows>['executeTakeFirstOrThrow']>>

export async function selectShows(db: Db, search: ShowSearch): Promise<Paged<ShowRow>> {
  // Filters the shows table alone, so that counting joins no more tables than the filters need.
  const found = db
    .selectFrom('event_shows')
    .select('id')
    .where(
      allOf([
        equals('event_id', search.eventId),
        equals('location_id', search.locationId),
        contains('name', search.name),
        among('event_id', 'events', contains('title', search.eventName)),
        among('artist_id', 'artists', isArtistMatching(search.artistName)),
        among('location_id', 'locations', isLocationMatching(search)),
        search.when && timeFilters[search.when],
        after('starts_at', search.startDate),
        before('ends_at', search.endDate),
        lastsAbout('event_shows', search.duration),
        atLeast('price', search.minPrice),
        atMost('price', search.maxPrice),
      ]),
    )
    .orderBy('starts_at')
    .orderBy('id')
  const { total, elements } = await pageOf(found, search)
  if (elements.length === 0) return { total, elements: [] }
  const ids = elements.map(({ id }) => id)
  const shows = selectFromShows(db).where('event_shows.id', 'in', ids)
  return { total, elements: await shows.orderBy('event_shows.starts_at').orderBy('event_shows.id').execute() }
}

function isLocationMatching({ locationName, city, country }: ShowSearch) {
  const filters = [contains('name', locationName), contains('city', city), contains('country', country)]
  return filters.some(Boolean) ? allOf(filters) : undefined
}

/**
 * Requires that the first, last or stage name contains the text. Several words may match first and last name together.
 */
function isArtistMatching(name: string | undefined) {
  const hasManyWords = name !== undefined && /\S\s+\S/.test(name)
  const civilNames = hasManyWords
    ? [containedIn(sql`first_name || ' ' || last_name`, name)]
    : [contains('first_name', name), contains('last_name', name)]
  return anyOf([...civilNames, contains('stage_name', name)])
}

export function selectShow(db: Db | Tx, showId: ShowId) {
  return selectFromShows(db).where('event_shows.id', '=', showId).executeTakeFirst()
}

/** Reads the seating plan of a show. Undefined for an unknown show. */
export function selectPlanOfShow(db: Db | Tx, showId: ShowId) {
  return db
    .selectFrom('event_shows')
    .innerJoin('seating_plans', 'seating_plans.id', 'event_shows.seating_plan_id')
    .select(['seating_plans.id', 'seating_plans.version'])
    .where('event_shows.id', '=', showId)
    .executeTakeFirst()
}

export async function insertShow(tx: Tx, show: NewShow & { vatPercent: number }): Promise<ShowId> {
  const { id } = await tx
    .insertInto('event_shows')
    .values({
      name: show.name,
      event_id: show.eventId,
      artist_id: show.artistId,
      location_id: show.locationId,
      seating_plan_id: show.seatingPlanId,
      starts_at: show.startTime,
      ends_at: show.endTime,
      price: show.price,
      vat_percent: show.vatPercent,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
