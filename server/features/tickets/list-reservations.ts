import type { SeatingPlanId, ShowId } from '#domain/ids.ts'
import { problem } from '#domain/problem.ts'
import type { Db } from '#server/db/connection.ts'
import { selectPlanOfShow } from '#server/features/shows/shows.sql.ts'
import { selectTakenSeatsAsJson } from './taken-seats.sql.ts'

type ReservationQuery = {
  eventShowId: ShowId
  seatingPlanId: SeatingPlanId
  viewer?: { isStaff: boolean } | undefined
}

/** Lists the taken seats of a show, as JSON: writing it row by row would keep the server busy for a whole stadium. */
export async function listReservations(
  db: Db,
  { eventShowId, seatingPlanId, viewer }: ReservationQuery,
): Promise<string> {
  if ((await selectPlanOfShow(db, eventShowId, viewer))?.id !== seatingPlanId) {
    throw problem('not_found', { what: 'seating plan for this show' })
  }
  const { total, elements } = await selectTakenSeatsAsJson(db, eventShowId)
  return `{"total":${total},"elements":[${elements}]}`
}
