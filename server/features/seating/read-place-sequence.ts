import { columnsOf } from '#contract/compact-seating/plan-columns.ts'
import type { PlaceId, SeatingPlanId } from '#domain/ids.ts'
import type { Db } from '#server/db/connection.ts'
import { readSeatingPlan } from './read-seating-plan.ts'

/** Maps place ids to their index in the compact form of the plan. */
export type PlaceSequence = ReadonlyMap<PlaceId, number>

/** Reads the order of a plan's places in its compact form. It never changes after a show uses the plan. */
export async function readPlaceSequence(db: Db, seatingPlanId: SeatingPlanId): Promise<PlaceSequence> {
  const { placeIds } = columnsOf(await readSeatingPlan(db, seatingPlanId))
  return new Map(Array.from(placeIds, (id, index) => [id as PlaceId, index]))
}
