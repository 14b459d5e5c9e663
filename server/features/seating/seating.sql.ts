import { sql } from 'kysely'
import type { Paging } from '#contract/fields.ts'
import type { SeatingPlanId, ShowId } from '#domain/ids.ts'
import type { Remember } from '#server/concurrency/async-cache.ts'
import type { Db, Tx } from '#server/db/connection.ts'
import { allOf, contains } from '#server/db/filters.ts'
import { pageOf } from '#server/db/paged.ts'

/** Lists the plans that are not retired. */
export function selectSeatingPlans(db: Db, search: Paging & { name?: string | undefined }, remember?: Remember) {
  const found = db
    .selectFrom('seating_plans')
    .select(['id', 'name', 'aspect', 'focal_x as focalX', 'focal_y as focalY'])
    .where('retired_at', 'is', null)
    .where(allOf([contains('name', search.name)]))
    .orderBy(sql`folded(name)`)
    .orderBy('id')
  return pageOf(found, search, remember)
}

/** Reads several plans. */
export function selectSeatingPlansByIds(db: Db, ids: readonly SeatingPlanId[]) {
  return db
    .selectFrom('seating_plans')
    .select(['id', 'name', 'aspect', 'focal_x as focalX', 'focal_y as focalY'])
    .where(sql<boolean>`id = any(${ids}::int[])`)
    .execute()
}

/** Locks a plan against removal and retirement until the transaction ends. Undefined for an unknown plan. */
export function keepSeatingPlan(tx: Tx, seatingPlanId: SeatingPlanId) {
  return tx
    .selectFrom('seating_plans')
    .select(['name', 'retired_at as retiredAt'])
    .where('id', '=', seatingPlanId)
    .forKeyShare()
    .executeTakeFirst()
}

export function selectSeatingPlan(db: Db, seatingPlanId: SeatingPlanId) {
  return db
    .selectFrom('seating_plans')
    .select(['id', 'name', 'aspect', 'focal_x as focalX', 'focal_y as focalY', 'version'])
    .where('id', '=', seatingPlanId)
    .executeTakeFirst()
}

/** Reads the sectors of several plans. */
export function selectSectors(db: Db, seatingPlanIds: readonly SeatingPlanId[]) {
  return db
    .selectFrom('sectors')
    .select([
      'id',
      'seating_plan_id as seatingPlanId',
      'name',
      'x',
      'y',
      'width',
      'height',
      'outline',
      'is_available as isAvailable',
      'price_percent as pricePercent',
    ])
    .where(sql<boolean>`seating_plan_id = any(${seatingPlanIds}::int[])`)
    .orderBy('id')
    .execute()
}

export function selectPlaces(db: Db, seatingPlanId: SeatingPlanId) {
  return db
    .selectFrom('places')
    .innerJoin('sectors', 'sectors.id', 'places.sector_id')
    .select([
      'places.id',
      'places.sector_id as sectorId',
      'places.place_type as placeType',
      'places.row_name as rowName',
      'places.seat_number as seatNumber',
      'places.kind',
      'places.x',
      'places.y',
      'places.width',
      'places.height',
    ])
    .where('sectors.seating_plan_id', '=', seatingPlanId)
    .orderBy('places.id')
    .execute()
}

export function selectStandingPlaces(db: Db, seatingPlanId: SeatingPlanId) {
  return db
    .selectFrom('places')
    .innerJoin('sectors', 'sectors.id', 'places.sector_id')
    .select(['places.id', 'places.capacity'])
    .where('sectors.seating_plan_id', '=', seatingPlanId)
    .where('places.place_type', '=', 'STANDING')
    .orderBy('places.id')
    .execute()
}

/** Counts the live tickets per standing place of a show: its occupancy less the expired reservations. */
export function selectStandingOccupancies(db: Db | Tx, showId: ShowId) {
  return db
    .selectFrom('standing_occupancies as standing')
    .select((eb) => [
      'standing.place_id as placeId',
      sql<number>`standing.occupied - ${eb
        .selectFrom('tickets')
        .select(sql`count(*)`.as('count'))
        .whereRef('tickets.event_show_id', '=', 'standing.event_show_id')
        .whereRef('tickets.place_id', '=', 'standing.place_id')
        .where('tickets.state', '=', 'RESERVED')
        .where('tickets.reserved_until', '<=', sql<Date>`shop_now()`)}`.as('occupied'),
    ])
    .where('standing.event_show_id', '=', showId)
    .execute()
}
