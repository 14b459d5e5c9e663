import { sql } from 'kysely'
import type { ArtistId, EventId, LocationId, SeatingPlanId, ShowId } from '#domain/ids.ts'
import type { Cents } from '#domain/money.ts'
import type { ShowTimes } from '#domain/shows/show-series.ts'
import type { Db, Tx } from '#server/db/connection.ts'

const CONFLICTS_SHOWN = 20

/** Reads the time zone of a location and the location of a plan, null for a plan of none. */
export function selectPartsOfShows(db: Db | Tx, locationId: LocationId, seatingPlanId: SeatingPlanId) {
  return db
    .selectFrom('locations')
    .innerJoin('seating_plans', (join) => join.on('seating_plans.id', '=', seatingPlanId))
    .select(['locations.time_zone as timeZone', 'seating_plans.location_id as planLocationId'])
    .where('locations.id', '=', locationId)
    .executeTakeFirst()
}

/** Reads the prices of an event's shows that are not cancelled, but one, in ascending order. */
export async function selectPricesOfEvent(db: Db | Tx, eventId: EventId, except = 0): Promise<Cents[]> {
  const rows = await db
    .selectFrom('event_shows')
    .select('price')
    .where('event_id', '=', eventId)
    .where('id', '<>', except as ShowId)
    .where('cancelled_at', 'is', null)
    .orderBy('price')
    .execute()
  return rows.map(({ price }) => price)
}

type Wanted = {
  times: readonly ShowTimes[]
  locationId: LocationId
  artistId: ArtistId
  showId?: ShowId | undefined
}
type Conflict = {
  at: number
  id: ShowId
  title: string
  startTime: Date
  timeZone: string
  isArtist: boolean
  isPlace: boolean
}

/** Selects the first shows that take the artist or the location at any of the times. `at`: the index of the time. */
export async function selectConflicts(db: Db | Tx, wanted: Wanted): Promise<Conflict[]> {
  const { times, locationId, artistId, showId = 0 } = wanted
  const { rows } = await sql<Conflict>`
    select wanted.at - 1 as at, shows.id, events.title, shows.starts_at as "startTime", time_zone as "timeZone",
      artist_id = ${artistId} as "isArtist", location_id = ${locationId} as "isPlace"
    from unnest(
      ${times.map(({ startTime }) => startTime)}::timestamptz[], ${times.map(({ endTime }) => endTime)}::timestamptz[]
    ) with ordinality as wanted (first, last, at)
    join event_shows as shows on starts_at < last and ends_at > first
    join events on events.id = event_id
    join locations on locations.id = location_id
    where (artist_id = ${artistId} or location_id = ${locationId}) and shows.id <> ${showId} and cancelled_at is null
    order by wanted.at, shows.starts_at, shows.id limit ${CONFLICTS_SHOWN}`.execute(db)
  return rows.map((row) => ({ ...row, at: Number(row.at) }))
}
