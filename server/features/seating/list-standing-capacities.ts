import type { Paged } from '#contract/fields.ts'
import type { StandingCapacity } from '#contract/seating.ts'
import type { SeatingPlanId, ShowId } from '#domain/ids.ts'
import { problem } from '#domain/problem.ts'
import type { Db } from '#server/db/connection.ts'
import { selectPlanOfShow } from '#server/features/shows/shows.sql.ts'
import { listStandingPlaces } from './list-standing-places.ts'
import { selectStandingOccupancies } from './seating.sql.ts'

type CapacityQuery = {
  eventShowId: ShowId
  seatingPlanId: SeatingPlanId
  viewer?: { isStaff: boolean } | undefined
}

/** Lists the capacity and the live tickets of each standing place of a show. */
export async function listStandingCapacities(
  db: Db,
  { eventShowId, seatingPlanId, viewer }: CapacityQuery,
): Promise<Paged<StandingCapacity>> {
  if ((await selectPlanOfShow(db, eventShowId, viewer))?.id !== seatingPlanId) {
    throw problem('not_found', { what: 'seating plan for this show' })
  }
  const places = await listStandingPlaces(db, seatingPlanId)
  const occupancies = places.length > 0 ? await selectStandingOccupancies(db, eventShowId) : []
  const occupied = new Map(occupancies.map((row) => [row.placeId, row.occupied]))
  const elements = places.map(({ id, capacity }) => ({
    seatingPlanPlaceId: id,
    occupied: occupied.get(id) ?? 0,
    capacity,
  }))
  return { total: elements.length, elements }
}
