import type { SeatingPlanId } from '#domain/ids.ts'
import type { PlannedVenue } from '#domain/seating-plan/plan-venue.ts'
import type { Db } from '#server/db/connection.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { isPlanName } from './plan-uses.sql.ts'
import { insertSeatingPlan, lockSeatingPlans } from './seating-plan-import.sql.ts'

/**
 * Brings a house into the shop under a name that no other plan has. Throws a sentence when one has it: a plan that shows
 * use never changes, so what was redrawn is a plan of its own.
 */
export function bringSeatingPlan(db: Db, venue: PlannedVenue): Promise<SeatingPlanId> {
  return inTransaction(db, async (tx) => {
    await lockSeatingPlans(tx)
    if (await isPlanName(tx, venue.name)) throw takenName(venue.name)
    return insertSeatingPlan(tx, venue)
  })
}

/** Says that another plan is called so, and what to do. */
export function takenName(name: string): Error {
  return new Error(
    `There is a seating plan called '${name}' already, and plans never change. Give this one another name: --name "${name} 2"`,
  )
}
