import { planVersion } from '#contract/compact-seating/versions.ts'
import type { SeatingPlanId, ShowId } from '#domain/ids.ts'
import { problem } from '#domain/problem.ts'
import type { Db } from '#server/db/connection.ts'
import { selectPlanOfShow } from '#server/features/shows/shows.sql.ts'

/** Reads the id and version of a show's seating plan. Throws `not_found` for an unknown show. */
export async function findPlanOfShow(
  db: Db,
  showId: ShowId,
  viewer?: { isStaff: boolean },
): Promise<{ id: SeatingPlanId; version: string }> {
  const plan = await selectPlanOfShow(db, showId, viewer)
  if (!plan) throw problem('not_found', { what: 'show' })
  return { id: plan.id, version: planVersion(plan.version) }
}
