import { sql } from 'kysely'
import type { GateId, LocationId, PlaceId, SeatingPlanId, SectorId, ShowId } from '#domain/ids.ts'
import type { PlaceType } from '#domain/tickets/places.ts'
import type { Db, Tx } from '#server/db/connection.ts'
import { now } from '#server/db/now.ts'

/** Reads shows with the rules of their entry, soonest first. */
export function selectEntryShows(db: Db | Tx, showIds: readonly ShowId[]) {
  return db
    .selectFrom('event_shows')
    .innerJoin('events', 'events.id', 'event_shows.event_id')
    .innerJoin('locations', 'locations.id', 'event_shows.location_id')
    .select([
      'event_shows.id',
      'event_shows.name',
      'events.title as eventTitle',
      'locations.name as locationName',
      'event_shows.starts_at as startTime',
      'event_shows.ends_at as endTime',
      'locations.time_zone as timeZone',
      sql<boolean>`event_shows.cancelled_at is not null`.as('isCancelled'),
      sql<Date | null>`greatest(event_shows.doors_open_at, event_shows.admissions_from)`.as('doorsOpenAt'),
      'event_shows.re_entry as reEntry',
      'event_shows.offline_unknown as offlineUnknown',
      'event_shows.live_codes as liveCodes',
      'event_shows.version',
    ])
    .where('event_shows.id', 'in', showIds)
    .orderBy('event_shows.starts_at')
    .orderBy('event_shows.id')
    .execute()
}

/** Reads a show's location and plan. Undefined for an unknown show. */
export function selectVenueOfShow(
  db: Db | Tx,
  showId: ShowId,
): Promise<{ locationId: LocationId; seatingPlanId: SeatingPlanId } | undefined> {
  return db
    .selectFrom('event_shows')
    .select(['location_id as locationId', 'seating_plan_id as seatingPlanId'])
    .where('id', '=', showId)
    .executeTakeFirst()
}

/** Lists the gates at a show's location by name, each with its sectors of the show's plan. */
export async function selectGatesOfShow(
  db: Db | Tx,
  showId: ShowId,
): Promise<{ id: GateId; name: string; sectorIds: SectorId[] }[]> {
  const { rows } = await sql<{ id: GateId; name: string; sectorIds: SectorId[] }>`
    select gates.id, gates.name,
      coalesce(array_agg(sectors.id order by sectors.id) filter (where sectors.id is not null), '{}') as "sectorIds"
    from event_shows
    join gates on gates.location_id = event_shows.location_id
    left join gate_sectors on gate_sectors.gate_id = gates.id
    left join sectors on sectors.id = gate_sectors.sector_id and sectors.seating_plan_id = event_shows.seating_plan_id
    where event_shows.id = ${showId}
    group by gates.id order by gates.name, gates.id`.execute(db)
  return rows
}

/** Lists the sectors of a plan. */
export function selectSectors(db: Db, seatingPlanId: SeatingPlanId): Promise<{ id: SectorId; name: string }[]> {
  return db
    .selectFrom('sectors')
    .select(['id', 'name'])
    .where('seating_plan_id', '=', seatingPlanId)
    .orderBy('id')
    .execute()
}

/** Lists the places of a plan in the order of their ids. */
export function selectPlaces(
  db: Db,
  seatingPlanId: SeatingPlanId,
): Promise<{ id: PlaceId; sectorId: SectorId; placeType: PlaceType; rowName: string; seatNumber: number }[]> {
  return db
    .selectFrom('places')
    .innerJoin('sectors', 'sectors.id', 'places.sector_id')
    .select([
      'places.id',
      'places.sector_id as sectorId',
      'places.place_type as placeType',
      'places.row_name as rowName',
      'places.seat_number as seatNumber',
    ])
    .where('sectors.seating_plan_id', '=', seatingPlanId)
    .orderBy('places.id')
    .execute()
}

/** Reads shows to pair a scanner for, or to name in the log. `isOver`: ended at least `hours` ago. */
export function selectPairedShows(tx: Tx, showIds: readonly ShowId[], hours: number) {
  return tx
    .selectFrom('event_shows')
    .innerJoin('events', 'events.id', 'event_shows.event_id')
    .select([
      'event_shows.id',
      'event_shows.name',
      'events.title as eventTitle',
      'event_shows.location_id as locationId',
      sql<boolean>`event_shows.ends_at <= ${now} - make_interval(hours => ${hours})`.as('isOver'),
    ])
    .where('event_shows.id', 'in', showIds)
    .execute()
}
