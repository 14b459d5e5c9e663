import type { Place, SeatingPlan } from '#contract/seating.ts'
import type { SeatingPlanId, SectorId } from '#domain/ids.ts'
import { problem } from '#domain/problem.ts'
import type { Db } from '#server/db/connection.ts'
import { selectPlaces, selectSeatingPlan, selectSectors } from './seating.sql.ts'

/** Reads a seating plan with every sector and place. After a show uses it only its name changes. */
export async function readSeatingPlan(db: Db, seatingPlanId: SeatingPlanId): Promise<SeatingPlan> {
  const plan = await selectSeatingPlan(db, seatingPlanId)
  if (!plan) throw problem('not_found', { what: 'seating plan' })
  const sectors = await selectSectors(db, [seatingPlanId])
  const placesOf = new Map<SectorId, Place[]>(sectors.map(({ id }) => [id, []]))
  for (const { sectorId, kind, ...place } of await selectPlaces(db, seatingPlanId)) {
    placesOf.get(sectorId)?.push(kind ? { ...place, kind } : place)
  }
  return {
    id: plan.id,
    name: plan.name,
    aspect: plan.aspect,
    focalPoint: { x: plan.focalX, y: plan.focalY },
    sectors: sectors.map(({ seatingPlanId: _plan, ...sector }) => ({
      ...sector,
      places: placesOf.get(sector.id) ?? [],
    })),
  }
}
