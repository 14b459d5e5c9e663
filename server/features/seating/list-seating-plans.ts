import type { Paged, Paging } from '#contract/fields.ts'
import type { SeatingPlanSummary } from '#contract/seating.ts'
import type { Remember } from '#server/concurrency/async-cache.ts'
import type { Db } from '#server/db/connection.ts'
import { selectSeatingPlans, selectSectors } from './seating.sql.ts'

/** Lists the seating plans that match the filter, by name, with their sectors but without places. */
export async function listSeatingPlans(
  db: Db,
  search: Paging & { name?: string | undefined },
  remember?: Remember,
): Promise<Paged<SeatingPlanSummary>> {
  const { total, elements } = await selectSeatingPlans(db, search, remember)
  if (elements.length === 0) return { total, elements: [] }
  const sectors = await selectSectors(
    db,
    elements.map(({ id }) => id),
  )
  const sectorsOf = Map.groupBy(sectors, ({ seatingPlanId }) => seatingPlanId)
  return {
    total,
    elements: elements.map(({ focalX, focalY, ...plan }) => ({
      ...plan,
      focalPoint: { x: focalX, y: focalY },
      sectors: sectorsOf.get(plan.id) ?? [],
    })),
  }
}
