import type { PlaceId, TicketId } from '#domain/ids.ts'
import { SeatAvailability } from '../seat-availability.ts'
import { isStanding, type SeatModel } from '../seat-model.ts'
import type { Hold } from './box-office.queries.ts'

/** Returns the held tickets by place, those of the oldest hold first. */
export function heldTicketsOf(holds: readonly Hold[]): Map<PlaceId, TicketId[]> {
  const tickets = holds.toReversed().flatMap((hold) => hold.tickets)
  const byPlace = Map.groupBy(tickets, ({ placeId }) => placeId)
  return new Map([...byPlace].map(([placeId, held]) => [placeId, held.map(({ id }) => id)]))
}

/** Makes an availability in which exactly the held places can be chosen. */
export function heldAvailability(model: SeatModel, held: ReadonlyMap<PlaceId, readonly unknown[]>): SeatAvailability {
  const availability = new SeatAvailability(model)
  const counts = Array.from(model.placeIds, (placeId) => held.get(placeId as PlaceId)?.length ?? 0)
  const standing = counts
    .map((capacity, index) => ({ index, occupied: 0, capacity }))
    .filter(({ index }) => isStanding(model, index))
  availability.replace({ taken: Uint8Array.from(counts, (count) => (count > 0 ? 0 : 1)), standing })
  return availability
}
