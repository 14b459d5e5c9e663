import type { Paged } from '#contract/fields.ts'
import type { Reservation } from '#contract/tickets.ts'
import type { SeatingPlanId, ShowId } from '#domain/ids.ts'
import { problem } from '#domain/problem.ts'
import type { Db } from '#server/db/connection.ts'
import { selectShow } from './show-places.sql.ts'
import { selectTakenSeats } from './tickets.sql.ts'

/** Lists the taken seats of a show. */
export async function listReservations(
  db: Db,
  { eventShowId, seatingPlanId }: { eventShowId: ShowId; seatingPlanId: SeatingPlanId },
): Promise<Paged<Reservation>> {
  const show = await selectShow(db, eventShowId)
  if (show?.seatingPlanId !== seatingPlanId) throw problem('not_found', { what: 'seating plan for this show' })
  const elements = await selectTakenSeats(db, eventShowId)
  return { total: elements.length, elements }
}
