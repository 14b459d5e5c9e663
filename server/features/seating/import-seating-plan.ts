import type { SeatingPlanFile } from '#server/features/seating/plan-files/seating-plan-file.ts'
import type { SeatingPlanId } from '#domain/ids.ts'
import { planVenue } from '#domain/seating-plan/plan-venue.ts'
import type { Tx } from '#server/db/connection.ts'
import { insertSeatingPlan } from './seating-plan-import.sql.ts'

/**
 * Imports a seating plan file with every sector and place. Throws a RangeError that names the sector of an inconsistent
 * drawing, before anything is written.
 */
export function importSeatingPlan(tx: Tx, file: SeatingPlanFile): Promise<SeatingPlanId> {
  return insertSeatingPlan(tx, planVenue(file))
}
