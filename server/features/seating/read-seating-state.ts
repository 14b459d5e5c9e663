import type { SeatingState } from '#contract/compact-seating/state.ts'
import type { PlaceId, SeatingPlanId, ShowId } from '#domain/ids.ts'
import { problem } from '#domain/problem.ts'
import type { Db } from '#server/db/connection.ts'
import { selectPlanOfShow } from '#server/features/shows/shows.sql.ts'
import { selectTakenSeatIds } from '#server/features/tickets/taken-seats.sql.ts'
import { listStandingPlaces } from './list-standing-places.ts'
import type { PlaceSequence } from './read-place-sequence.ts'
import { selectStandingOccupancies } from './seating.sql.ts'

export type StateQuery = {
  eventShowId: ShowId
  seatingPlanId: SeatingPlanId
  viewer?: { isStaff: boolean } | undefined
}
type Sequences = { placeSequenceOf: (seatingPlanId: SeatingPlanId) => Promise<PlaceSequence> }

/** Reads the state of every place of a show: taken or free for seats, live tickets for standing places. */
export async function readSeatingState(db: Db, query: StateQuery & Sequences): Promise<SeatingState> {
  const { eventShowId, seatingPlanId, viewer, placeSequenceOf } = query
  if ((await selectPlanOfShow(db, eventShowId, viewer))?.id !== seatingPlanId) {
    throw problem('not_found', { what: 'seating plan for this show' })
  }
  const order = await placeSequenceOf(seatingPlanId)
  const places = await listStandingPlaces(db, seatingPlanId)
  const taken = new Uint8Array(order.size)
  for (const placeId of await selectTakenSeatIds(db, eventShowId)) taken[order.get(placeId as PlaceId) ?? -1] = 1
  const occupancies = places.length > 0 ? await selectStandingOccupancies(db, eventShowId) : []
  const occupied = new Map(occupancies.map((row) => [row.placeId, row.occupied]))
  const standing = places.flatMap(({ id, capacity }) => {
    const index = order.get(id)
    return index === undefined ? [] : [{ index, occupied: occupied.get(id) ?? 0, capacity }]
  })
  return { taken, standing }
}
