import type { PlaceId, SeatingPlanId } from '#domain/ids.ts'
import type { Db } from '#server/db/connection.ts'
import { selectStandingPlaces } from './seating.sql.ts'

/** The standing places of a plan. Once a show has the plan, they never change. */
export function listStandingPlaces(db: Db, seatingPlanId: SeatingPlanId): Promise<{ id: PlaceId; capacity: number }[]> {
  return selectStandingPlaces(db, seatingPlanId)
}
