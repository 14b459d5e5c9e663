import type { Paged } from '#contract/fields.ts'
import type { Reservation } from '#contract/tickets.ts'
import type { SeatingPlanId, ShowId } from '#domain/ids.ts'
import { problem } from '#domain/problem.ts'
import type { Db } from '#server/db/connection.ts'
import { selectPlanOfShow } from '#server/features/shows/shows.sql.ts'
import { selectTakenSeats } from './tickets.sql.ts'

type ReservationQuery = { eventShowId: ShowId; seatingPlanId: SeatingPlanId; viewer?: { isStaff: boolean } | undefined }

/** Lists the taken seats of a show. */
export async function listReservations(
  db: Db,
  { eventShowId, seatingPlanId, viewer }: ReservationQuery,
): Promise<Paged<Reservation>> {
  if ((await selectPlanOfShow(db, eventShowId, viewer))?.id !== seatingPlanId) {
    throw problem('not_found', { what: 'seating plan for this show' })
  }
  const elements = await selectTakenSeats(db, eventShowId)
  return { total: elements.length, elements }
}
