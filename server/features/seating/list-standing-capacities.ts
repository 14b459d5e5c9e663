import type { Paged } from '#contract/fields.ts'
import type { StandingCapacity } from '#contract/seating.ts'
import type { PlaceId, SeatingPlanId, ShowId } from '#domain/ids.ts'
import { problem } from '#domain/problem.ts'
import type { Db } from '#server/db/connection.ts'
import { selectPlanOfShow } from '#server/features/shows/shows.sql.ts'
import { selectStandingOccupancies } from './seating.sql.ts'

type Asked = {
  eventShowId: ShowId
  seatingPlanId: SeatingPlanId
  standingPlacesOf: (seatingPlanId: SeatingPlanId) => Promise<{ id: PlaceId; capacity: number }[]>
}

/** How full every standing place of a show is, by its live tickets. */
export async function listStandingCapacities(
  db: Db,
  { eventShowId, seatingPlanId, standingPlacesOf }: Asked,
): Promise<Paged<StandingCapacity>> {
  if ((await selectPlanOfShow(db, eventShowId))?.id !== seatingPlanId) {
    throw problem('not_found', { what: 'seating plan for this show' })
  }
  const places = await standingPlacesOf(seatingPlanId)
  const occupancies = places.length > 0 ? await selectStandingOccupancies(db, eventShowId) : []
  const occupied = new Map(occupancies.map((row) => [row.placeId, row.occupied]))
  const elements = places.map(({ id, capacity }) => ({
    seatingPlanPlaceId: id,
    occupied: occupied.get(id) ?? 0,
    capacity,
  }))
  return { total: elements.length, elements }
}
