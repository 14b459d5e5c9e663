import { sql } from 'kysely'
import type { NewShow, ShowSearch } from '#contract/shows.ts'
import type { SeatingPlanId, ShowId } from '#domain/ids.ts'
import type { Db, Tx } from '#server/db/connection.ts'
import {
  after,
  allOf,
  anyOf,
  atLeast,
  atMost,
  before,
  containedIn,
  contains,
  equals,
  lastsAbout,
} from '#server/db/filters.ts'
import { pageOf } from '#server/db/page.ts'

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
    ])
}

export type ShowRow = Awaited<ReturnType<ReturnType<typeof selectFromShows>['executeTakeFirstOrThrow']>>

export function selectShows(db: Db, search: ShowSearch) {
  const found = selectFromShows(db)
    .where(
      allOf([
        equals('event_shows.event_id', search.eventId),
        equals('event_shows.location_id', search.locationId),
        contains('event_shows.name', search.name),
        contains('events.title', search.eventName),
        isArtistCalled(search.artistName),
        contains('locations.name', search.locationName),
        contains('locations.city', search.city),
        contains('locations.country', search.country),
        after('event_shows.starts_at', search.startDate),
        before('event_shows.ends_at', search.endDate),
        lastsAbout('event_shows', search.duration),
        atLeast('event_shows.price', search.minPrice),
        atMost('event_shows.price', search.maxPrice),
      ]),
    )
    .orderBy('event_shows.starts_at')
    .orderBy('event_shows.id')
  return pageOf(found, search)
}

/** The first, the last or the stage name matches; a text of several words may also be first and last name together. */
function isArtistCalled(name: string | undefined) {
  const hasManyWords = name !== undefined && /\S\s+\S/.test(name)
  return anyOf([
    contains('artists.first_name', name),
    contains('artists.last_name', name),
    contains('artists.stage_name', name),
    hasManyWords ? containedIn(sql`artists.first_name || ' ' || artists.last_name`, name) : undefined,
  ])
}

export function selectShow(db: Db | Tx, showId: ShowId) {
  return selectFromShows(db).where('event_shows.id', '=', showId).executeTakeFirst()
}

/** The seating plan of a show; undefined when there is no such show. */
export async function selectPlanOfShow(db: Db | Tx, showId: ShowId): Promise<SeatingPlanId | undefined> {
  const row = await db.selectFrom('event_shows').select('seating_plan_id').where('id', '=', showId).executeTakeFirst()
  return row?.seating_plan_id
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
