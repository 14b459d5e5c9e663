import { columnsOf } from '#contract/compact-seating/plan-columns.ts'
import type { PlaceId, SeatingPlanId } from '#domain/ids.ts'
import type { Db } from '#server/db/connection.ts'
import { readSeatingPlan } from './read-seating-plan.ts'

/** Which place of its plan, in the order of the compact form, each id is. */
export type PlaceSequence = ReadonlyMap<PlaceId, number>

/** The order in which a plan's places stand in its compact form. Once a show has the plan, it never changes. */
export async function readPlaceSequence(db: Db, seatingPlanId: SeatingPlanId): Promise<PlaceSequence> {
  const { placeIds } = columnsOf(await readSeatingPlan(db, seatingPlanId))
  return new Map(Array.from(placeIds, (id, index) => [id as PlaceId, index]))
}
