import type { SeatingPlanId, ShowId } from '#domain/ids.ts'
import { problem } from '#domain/problem.ts'
import type { Db } from '#server/db/connection.ts'
import { selectPlanOfShow } from '#server/features/shows/shows.sql.ts'

/** Which seating plan a show has. */
export async function findPlanOfShow(db: Db, showId: ShowId): Promise<SeatingPlanId> {
  const seatingPlanId = await selectPlanOfShow(db, showId)
  if (!seatingPlanId) throw problem('not_found', { what: 'show' })
  return seatingPlanId
}
