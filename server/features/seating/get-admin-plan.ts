import type { AdminPlan } from '#contract/seating-plans.ts'
import type { SeatingPlanId } from '#domain/ids.ts'
import type { Db } from '#server/db/connection.ts'
import { stillThere } from '#server/db/edited-record.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { listStandingPlaces } from './list-standing-places.ts'
import { selectAdminPlan, selectPlacesOfSectors } from './plan-uses.sql.ts'
import { selectSeatingPlan, selectSectors } from './seating.sql.ts'

/** Reads a seating plan for editing, with its sectors. Throws `deleted` or `not_found`. */
export async function adminPlanOf(db: Db, id: SeatingPlanId): Promise<AdminPlan> {
  const plan = await inTransaction(db, async (tx) =>
    stillThere(tx, { kind: 'SEATING_PLAN', id }, await selectAdminPlan(tx, id)),
  )
  const [drawing, sectors, places, standingPlaces] = await Promise.all([
    selectSeatingPlan(db, id),
    selectSectors(db, [id]),
    selectPlacesOfSectors(db, id),
    listStandingPlaces(db, id),
  ])
  const { aspect = 1, focalX: x = 50, focalY: y = 0 } = drawing ?? {}
  return {
    ...plan,
    summary: { id, name: plan.name, aspect, focalPoint: { x, y }, sectors },
    sectors: places,
    standingPlaces,
  }
}
