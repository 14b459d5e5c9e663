import { sql } from 'kysely'
import type { SeatingPlanId } from '#domain/ids.ts'
import type { Db, Tx } from '#server/db/connection.ts'

const isNamed = (name: string) => sql<boolean>`folded(name) = folded(${name})`

/** Locks the plan with this name, ignoring case, so that no show can start to use it. */
export function lockPlanByName(tx: Tx, name: string) {
  return tx.selectFrom('seating_plans').select(['id', 'name']).where(isNamed(name)).forUpdate().executeTakeFirst()
}

/** Tells whether a plan has this name, ignoring case. */
export async function isPlanName(db: Db | Tx, name: string): Promise<boolean> {
  return (await db.selectFrom('seating_plans').select('id').where(isNamed(name)).executeTakeFirst()) !== undefined
}

/** Reads all plans by name, with their number of places and of shows that use them. */
export function selectPlanUses(db: Db) {
  return db
    .selectFrom('seating_plans as plan')
    .leftJoin('sectors', 'sectors.seating_plan_id', 'plan.id')
    .leftJoin('places', 'places.sector_id', 'sectors.id')
    .select((eb) => [
      'plan.name',
      sql<number>`coalesce(sum(capacity) filter (where place_type = 'SITTING'), 0)`.as('seats'),
      sql<number>`coalesce(sum(capacity) filter (where place_type = 'STANDING'), 0)`.as('standing'),
      eb
        .selectFrom('event_shows')
        .select(sql<number>`count(*)`.as('count'))
        .whereRef('event_shows.seating_plan_id', '=', 'plan.id')
        .as('shows'),
    ])
    .groupBy('plan.id')
    .orderBy(sql`folded(plan.name)`)
    .orderBy('plan.id')
    .execute()
}

export async function countShowsOf(tx: Tx, seatingPlanId: SeatingPlanId): Promise<number> {
  const { count } = await tx
    .selectFrom('event_shows')
    .select(sql<number>`count(*)`.as('count'))
    .where('seating_plan_id', '=', seatingPlanId)
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
