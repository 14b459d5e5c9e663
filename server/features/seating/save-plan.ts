import type { AdminPlan } from '#contract/seating-plans.ts'
import { changesBetween } from '#domain/change-log.ts'
import type { LocationId, SeatingPlanId, UserId } from '#domain/ids.ts'
import { problem } from '#domain/problem.ts'
import type { PlannedVenue } from '#domain/seating-plan/plan-venue.ts'
import { logChange } from '#server/db/change-log.sql.ts'
import type { Db, Tx } from '#server/db/connection.ts'
import { editable } from '#server/db/edited-record.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { keepLocation } from '#server/features/locations/locations.sql.ts'
import { isPlanName, lockPlan, updatePlan } from './plan-uses.sql.ts'
import { adminPlanOf } from './get-admin-plan.ts'
import { insertSeatingPlan, lockSeatingPlans } from './seating-plan-import.sql.ts'

/** Creates the seating plan of a location. Throws `plan_name_taken`, or `not_found` for an unknown location. */
export async function createPlan(
  db: Db,
  by: UserId,
  { venue, locationId }: { venue: PlannedVenue; locationId: LocationId },
): Promise<AdminPlan> {
  const id = await inTransaction(db, async (tx) => {
    await keepOwnLocation(tx, locationId)
    await lockSeatingPlans(tx)
    if (await isPlanName(tx, venue.name)) throw problem('plan_name_taken', { name: venue.name })
    const planId = await insertSeatingPlan(tx, venue, locationId)
    const record = { kind: 'SEATING_PLAN', id: planId, name: venue.name, version: 1 } as const
    await logChange(tx, { by, action: 'CREATED', record })
    return planId
  })
  return adminPlanOf(db, id)
}

type Edit = {
  id: SeatingPlanId
  version: number
  name: string
  locationId?: LocationId | undefined
  isRetired: boolean
}

/**
 * Renames a plan, assigns its location, retires or restores it. Throws `changed_meanwhile` if the version is not the
 * current one, and `plan_name_taken`.
 */
export async function editPlan(db: Db, by: UserId, { id, version, ...wanted }: Edit): Promise<AdminPlan> {
  await inTransaction(db, async (tx) => {
    await keepOwnLocation(tx, wanted.locationId)
    await lockSeatingPlans(tx)
    const before = await editable(tx, { kind: 'SEATING_PLAN', id }, await lockPlan(tx, id), version)
    const after = { ...wanted, locationId: wanted.locationId ?? null }
    const changes = changesBetween({ ...before, isRetired: before.retiredAt !== null }, after)
    if (changes.length === 0) return
    if (await isPlanName(tx, wanted.name, id)) throw problem('plan_name_taken', { name: wanted.name })
    await updatePlan(tx, id, after)
    const record = { kind: 'SEATING_PLAN', id, name: wanted.name, version: version + 1 } as const
    await logChange(tx, { by, action: 'EDITED', record, changes })
  })
  return adminPlanOf(db, id)
}

async function keepOwnLocation(tx: Tx, locationId: LocationId | undefined): Promise<void> {
  if (locationId && !(await keepLocation(tx, locationId))) throw problem('not_found', { what: 'location' })
}
