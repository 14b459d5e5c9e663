import { sql } from 'kysely'
import type { PlaceId, SeatingPlanId, ShowId } from '#domain/ids.ts'
import type { Db, Tx } from '#server/db/connection.ts'
import { isShowPublished } from '#server/db/published.sql.ts'
import { keepUnchanged, waitForChanges } from '#server/db/show-turns.sql.ts'
import { oneOf } from '#server/db/one-of.ts'

/** Reads what a reservation needs of a show, with the current time by the shop's clock. */
export function selectShow(db: Db | Tx, showId: ShowId) {
  return selectFromShows(db).where('event_shows.id', '=', showId).executeTakeFirst()
}

function selectFromShows(db: Db | Tx) {
  return db
    .selectFrom('event_shows')
    .innerJoin('events', 'events.id', 'event_shows.event_id')
    .innerJoin('locations', 'locations.id', 'event_shows.location_id')
    .select([
      'event_shows.id',
      'events.type as eventType',
      'event_shows.seating_plan_id as seatingPlanId',
      'event_shows.name',
      'events.title as eventTitle',
      'event_shows.starts_at as startsAt',
      'event_shows.ends_at as endsAt',
      'event_shows.price',
      'event_shows.cancelled_at as cancelledAt',
      'event_shows.sale_starts_at as saleStartsAt',
      'event_shows.sale_ends_at as saleEndsAt',
      'event_shows.needs_pass as needsPass',
      'locations.time_zone as timeZone',
      isShowPublished.as('isPublished'),
      sql<Date>`shop_now()`.as('now'),
    ])
}

export type ReservableShow = NonNullable<Awaited<ReturnType<typeof selectShow>>>

/**
 * Reads the same for a reservation, and keeps times, seating plan and sale of the show from being changed until the
 * transaction ends. The refunds of a cancelled show wait for it, too. Reads after the lock, because the event that
 * hides the show is another row.
 */
export async function keepShow(tx: Tx, showId: ShowId): Promise<ReservableShow | undefined> {
  const [, , show] = await Promise.all([
    waitForChanges(tx, showId),
    tx.selectFrom('event_shows').select('id').where('id', '=', showId).forKeyShare().execute(),
    selectShow(tx, showId),
  ])
  return show
}

/** A show that was read for a reservation. `isKept`: nobody changes it until the transaction ends. */
type ReadShow = ReservableShow & { isKept: boolean }

/**
 * Reads several shows like `keepShow`, but waits for nobody: does not keep those that another transaction changes or
 * waits to change. Leaves out missing ones.
 */
export async function keepUnchangedShows(tx: Tx, showIds: readonly ShowId[]): Promise<ReadShow[]> {
  const [unchanged, free, shows] = await Promise.all([
    keepUnchanged(tx, showIds),
    tx.selectFrom('event_shows').select('id').where('id', '=', oneOf(showIds)).forKeyShare().skipLocked().execute(),
    selectFromShows(tx).where('event_shows.id', '=', oneOf(showIds)).execute(),
  ])
  const isFree = new Set(free.map(({ id }) => id))
  return shows.map((show) => ({ ...show, isKept: unchanged.has(show.id) && isFree.has(show.id) }))
}

/** Counts the places of a show that can be booked, standing areas by their capacity. */
export async function countBookablePlaces(db: Db | Tx, showId: ShowId): Promise<number> {
  const { count } = await db
    .selectFrom('event_shows')
    .innerJoin('sectors', 'sectors.seating_plan_id', 'event_shows.seating_plan_id')
    .innerJoin('places', 'places.sector_id', 'sectors.id')
    .select(sql<number>`coalesce(sum(places.capacity), 0)`.as('count'))
    .where('event_shows.id', '=', showId)
    .where('sectors.is_available', '=', true)
    .executeTakeFirstOrThrow()
  return count
}

/** Reads the places that belong to the plan, in the order of their ids. Leaves out the others. */
export function selectPlaces(tx: Tx, seatingPlanId: SeatingPlanId, placeIds: readonly PlaceId[]) {
  return selectFromPlaces(tx, placeIds).where('sectors.seating_plan_id', '=', seatingPlanId).execute()
}

/** Reads places of any plans, in the order of their ids. */
export function selectPlacesOfPlans(tx: Tx, placeIds: readonly PlaceId[]) {
  return selectFromPlaces(tx, placeIds).execute()
}

function selectFromPlaces(tx: Tx, placeIds: readonly PlaceId[]) {
  return tx
    .selectFrom('places')
    .innerJoin('sectors', 'sectors.id', 'places.sector_id')
    .select([
      'places.id',
      'places.place_type as placeType',
      'places.capacity',
      'places.row_name as rowName',
      'places.seat_number as seatNumber',
      'sectors.seating_plan_id as seatingPlanId',
      'sectors.name as sectorName',
      'sectors.is_available as isAvailable',
      'sectors.price_percent as pricePercent',
    ])
    .where('places.id', '=', oneOf(placeIds))
    .orderBy('places.id')
}
