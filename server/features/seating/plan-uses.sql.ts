import { sql } from 'kysely'
import type { Paging } from '#contract/fields.ts'
import type { LocationId, SeatingPlanId } from '#domain/ids.ts'
import type { Db, Tx } from '#server/db/connection.ts'
import { allOf, anyOf, contains, equals } from '#server/db/filters.ts'
import { pageOf } from '#server/db/paged.ts'

const isNamed = (name: string) => sql<boolean>`folded(name) = folded(${name})`

/** Locks the plan with this name, ignoring case, so that no show can start to use it. */
export function lockPlanByName(tx: Tx, name: string) {
  return tx.selectFrom('seating_plans').select(['id', 'name']).where(isNamed(name)).forUpdate().executeTakeFirst()
}

/** Tells whether a plan, other than one that is renamed, has this name, ignoring case. */
export async function isPlanName(db: Db | Tx, name: string, except: SeatingPlanId | 0 = 0): Promise<boolean> {
  const named = db.selectFrom('seating_plans').select('id').where(isNamed(name))
  return (await named.where(sql<boolean>`id <> ${except}`).executeTakeFirst()) !== undefined
}

const placesOf = sql`places join sectors on sectors.id = places.sector_id and sectors.seating_plan_id = plan.id`

const usesOfPlan = [
  sql<number>`(select coalesce(sum(capacity), 0) from ${placesOf} where place_type = 'SITTING')`.as('seats'),
  sql<number>`(select coalesce(sum(capacity), 0) from ${placesOf} where place_type = 'STANDING')`.as('standing'),
  sql<number>`(select count(*) from event_shows where event_shows.seating_plan_id = plan.id)`.as('shows'),
] as const

/** Reads all plans by name, with their number of places and of shows that use them. */
export function selectPlanUses(db: Db) {
  return db
    .selectFrom('seating_plans as plan')
    .select(['plan.name', ...usesOfPlan])
    .orderBy(sql`folded(plan.name)`)
    .orderBy('plan.id')
    .execute()
}

function selectFromPlans(db: Db | Tx) {
  return db
    .selectFrom('seating_plans as plan')
    .leftJoin('locations', 'locations.id', 'plan.location_id')
    .select([
      'plan.id',
      'plan.name',
      'plan.location_id as locationId',
      'locations.name as locationName',
      'plan.retired_at as retiredAt',
      'plan.edit_version as version',
      ...usesOfPlan,
    ])
}

type PlanSearch = { name?: string | undefined; locationId?: LocationId | undefined }

/** Lists plans whose name, or that of their location, contains the text: those in use first, then by name. */
export function selectAdminPlans(db: Db, search: Paging & PlanSearch) {
  return pageOf(findAdminPlans(db, search), search)
}

/** Finds the plans of that list. */
export function findAdminPlans(db: Db | Tx, { name, locationId }: PlanSearch) {
  return selectFromPlans(db)
    .where(
      allOf([
        anyOf([contains('plan.name', name), contains('locations.name', name)]),
        equals('plan.location_id', locationId),
      ]),
    )
    .orderBy(sql`plan.retired_at is not null`)
    .orderBy(sql`folded(plan.name)`)
    .orderBy('plan.id')
}

export function selectAdminPlan(db: Db | Tx, id: SeatingPlanId) {
  return selectFromPlans(db).where('plan.id', '=', id).executeTakeFirst()
}

/** Counts the places of each sector of a plan. */
export function selectPlacesOfSectors(db: Db, id: SeatingPlanId) {
  return db
    .selectFrom('sectors')
    .select([
      'name',
      'is_available as isAvailable',
      'price_percent as pricePercent',
      sql<number>`(select coalesce(sum(capacity), 0) from places where sector_id = sectors.id)`.as('places'),
    ])
    .where('seating_plan_id', '=', id)
    .orderBy('id')
    .execute()
}

/** Locks a plan before an edit or its deletion, so that no show can start to use it. Undefined for an unknown plan. */
export function lockPlan(tx: Tx, id: SeatingPlanId) {
  return tx
    .selectFrom('seating_plans')
    .select(['name', 'location_id as locationId', 'retired_at as retiredAt', 'edit_version as version'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

type PlanEdit = { name: string; locationId: LocationId | null; isRetired: boolean }

/**
 * Changes name, location and retirement of a locked plan and raises the version of the edit. A new name gives the plan
 * a new version for caches, too, because its answers contain the name.
 */
export async function updatePlan(tx: Tx, id: SeatingPlanId, { name, locationId, isRetired }: PlanEdit): Promise<void> {
  await tx
    .updateTable('seating_plans')
    .set({
      name,
      version: sql<string>`case when name = ${name} then version else gen_random_uuid() end`,
      location_id: locationId,
      retired_at: isRetired ? sql<Date>`coalesce(retired_at, shop_now())` : null,
      edit_version: sql<number>`edit_version + 1`,
    })
    .where('id', '=', id)
    .execute()
}

/** Counts the shows that use a plan, and those that did when an order for places of it was begun. */
export async function countShowsOf(tx: Tx, seatingPlanId: SeatingPlanId): Promise<number> {
  const { count } = await tx
    .selectFrom('event_shows')
    .select(sql<number>`count(*)`.as('count'))
    .where(
      sql<boolean>`seating_plan_id = ${seatingPlanId} or id in (
        select event_show_id from pending_order_items
        join places on places.id = place_id join sectors on sectors.id = sector_id
        where sectors.seating_plan_id = ${seatingPlanId})`,
    )
    .executeTakeFirstOrThrow()
  return count
}

/**
 * Deletes a plan with its sectors and places. Without a timeout, because the database checks each place for tickets.
 */
export async function deleteSeatingPlan(tx: Tx, seatingPlanId: SeatingPlanId): Promise<void> {
  await sql`set local statement_timeout = 0`.execute(tx)
  await tx.deleteFrom('seating_plans').where('id', '=', seatingPlanId).execute()
}
