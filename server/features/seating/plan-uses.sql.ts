import { sql } from 'kysely'
import type { SeatingPlanId } from '#domain/ids.ts'
import type { Db, Tx } from '#server/db/connection.ts'

const called = (name: string) => sql<boolean>`folded(name) = folded(${name})`

/** The plan of this name, whatever the case, which from now on no show can take until the transaction ends. */
export function lockPlanCalled(tx: Tx, name: string) {
  return tx.selectFrom('seating_plans').select(['id', 'name']).where(called(name)).forUpdate().executeTakeFirst()
}

/** Whether a plan is called so, whatever the case. */
export async function isPlanName(db: Db | Tx, name: string): Promise<boolean> {
  return (await db.selectFrom('seating_plans').select('id').where(called(name)).executeTakeFirst()) !== undefined
}

/** All plans by name, with what they hold and how many shows use them. */
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

/** Deletes a plan with its sectors and places. For each place the database looks whether there is a ticket: that takes its time. */
export async function deleteSeatingPlan(tx: Tx, seatingPlanId: SeatingPlanId): Promise<void> {
  await sql`set local statement_timeout = 0`.execute(tx)
  await tx.deleteFrom('seating_plans').where('id', '=', seatingPlanId).execute()
}
