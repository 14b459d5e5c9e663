import { planVersion } from '#contract/compact-seating/versions.ts'
import type { SeatingPlanId, ShowId } from '#domain/ids.ts'
import { problem } from '#domain/problem.ts'
import type { Db } from '#server/db/connection.ts'
import { selectPlanOfShow } from '#server/features/shows/shows.sql.ts'
import { selectSeatingPlan } from './seating.sql.ts'

/** A plan, and the version under which its answers can be cached forever. */
export type VersionedPlan = { id: SeatingPlanId; version: string }

/** Reads the id and version of a show's seating plan. Throws `not_found` for an unknown show. */
export async function findPlanOfShow(db: Db, showId: ShowId, viewer?: { isStaff: boolean }): Promise<VersionedPlan> {
  const plan = await selectPlanOfShow(db, showId, viewer)
  if (!plan) throw problem('not_found', { what: 'show' })
  return { id: plan.id, version: planVersion(plan.version) }
}

/** Reads the version of a seating plan. Throws `not_found` for an unknown plan. */
export async function findPlan(db: Db, id: SeatingPlanId): Promise<VersionedPlan> {
  const plan = await selectSeatingPlan(db, id)
  if (!plan) throw problem('not_found', { what: 'seating plan' })
  return { id, version: planVersion(plan.version) }
}
