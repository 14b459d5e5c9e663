import type { SeatingPlanId } from '#domain/ids.ts'
import type { PlannedVenue } from '#domain/seating-plan/plan-venue.ts'
import { logChange } from '#server/db/change-log.sql.ts'
import type { Db } from '#server/db/connection.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { isPlanName } from './plan-uses.sql.ts'
import { insertSeatingPlan, lockSeatingPlans } from './seating-plan-import.sql.ts'

/**
 * Adds a seating plan under a new name. Throws a sentence if another plan has the name: plans never change, so a
 * redrawn plan needs a name of its own.
 */
export function addSeatingPlan(db: Db, venue: PlannedVenue): Promise<SeatingPlanId> {
  return inTransaction(db, async (tx) => {
    await lockSeatingPlans(tx)
    if (await isPlanName(tx, venue.name)) throw nameTakenError(venue.name)
    const id = await insertSeatingPlan(tx, venue)
    await logChange(tx, {
      by: null,
      action: 'CREATED',
      record: { kind: 'SEATING_PLAN', id, name: venue.name, version: 1 },
    })
    return id
  })
}

/** Creates the error for a name that another plan has. */
export function nameTakenError(name: string): Error {
  return new Error(
    `There is a seating plan called '${name}' already, and plans never change. Give this one another name: --name "${name} 2"`,
  )
}
