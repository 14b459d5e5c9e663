import type { PlaceId, TicketId } from '#domain/ids.ts'
import { type PlaceState, SeatAvailability } from '../seat-availability.ts'
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

type Held = readonly { readonly id: TicketId; readonly placeId: PlaceId }[]

/** Makes an availability in which the free places of a show and those of one hold can be chosen. */
export function editedAvailability(shown: SeatAvailability, held: Held): SeatAvailability {
  const { model } = shown
  const edited = new SeatAvailability(model)
  edited.apply(statesOf(shown, held, model.placeIds.keys()))
  return edited
}

/** Keeps such an availability up to date with the show. Returns a function that stops. */
export function followChanges(shown: SeatAvailability, held: Held, edited: SeatAvailability): () => void {
  return shown.subscribe((changed) => edited.apply(statesOf(shown, held, changed)))
}

/** Returns the states of places as if the hold held nothing. */
function statesOf(shown: SeatAvailability, held: Held, indexes: Iterable<number>): PlaceState[] {
  const { model, free, capacity } = shown
  const own = Map.groupBy(held, ({ placeId }) => placeId)
  return Array.from(indexes, (index) => {
    const placeId = model.placeIds[index] as PlaceId
    const room = capacity[index] ?? 0
    const taken = room - (free[index] ?? 0) - (own.get(placeId)?.length ?? 0)
    return { placeId, occupied: Math.max(0, taken), capacity: room }
  })
}

/** Returns the places to add and the tickets to release, so that exactly the chosen places are held. */
export function changeOfPlaces(held: Held, chosen: readonly PlaceId[]): { added: PlaceId[]; released: TicketId[] } {
  const left = new Map([...Map.groupBy(held, ({ placeId }) => placeId)].map(([placeId, all]) => [placeId, [...all]]))
  const added = chosen.filter((placeId) => left.get(placeId)?.shift() === undefined)
  return { added, released: [...left.values()].flat().map(({ id }) => id) }
}
