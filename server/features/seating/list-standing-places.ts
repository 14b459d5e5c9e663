import type { PlaceId, SeatingPlanId } from '#domain/ids.ts'
import type { Db } from '#server/db/connection.ts'
import { selectStandingPlaces } from './seating.sql.ts'

/** Lists the standing places of a plan. They never change after a show uses the plan. */
export function listStandingPlaces(db: Db, seatingPlanId: SeatingPlanId): Promise<{ id: PlaceId; capacity: number }[]> {
  return selectStandingPlaces(db, seatingPlanId)
}
