import type { SeatingPlanFile } from '#server/features/seating/plan-files/seating-plan-file.ts'
import type { SeatingPlanId } from '#domain/ids.ts'
import { planVenue } from '#domain/seating-plan/plan-venue.ts'
import type { Tx } from '#server/db/connection.ts'
import { insertSeatingPlan } from './seating-plan-import.sql.ts'

/**
 * Brings a seating plan file into the shop, with every sector and place. Throws a RangeError that names the sector when
 * the drawing contradicts itself; then nothing is written.
 */
export function importSeatingPlan(tx: Tx, file: SeatingPlanFile): Promise<SeatingPlanId> {
  return insertSeatingPlan(tx, planVenue(file))
}
