import type { PlaceId } from '../ids.ts'
import type { PlaceName } from '../tickets/places.ts'
import { problem, type Problem } from '../problem.ts'

/** The tickets a customer is about to reserve, in order of selection: a seat once, a standing place once per ticket. */
export type SeatChoice = readonly PlaceId[]

/** How a taken place belongs to the customer: reserved, or bought. At the desk: held by the box office. */
export type Ownership = 'inCart' | 'bought' | 'held'

/** A place in its current state. `free` counts the tickets still available: 0 or 1 for a seat. */
export type OfferedPlace = {
  readonly id: PlaceId
  readonly name: PlaceName
  readonly isStanding: boolean
  readonly isAvailable: boolean
  readonly free: number
  readonly own?: Ownership | undefined
}

/** Numbers of reserved tickets of a show that a customer may hold, holds already, and can reserve in one request. */
export type Allowance = { readonly limit: number; readonly held: number; readonly perRequest: number }

/** A refused change of the choice. */
export type Objection =
  | Problem
  | { readonly code: 'seat_not_free'; readonly place: OfferedPlace }
  | { readonly code: 'too_many_at_once' }

/** A choice after a change, with the objection to the part of the change that was impossible. */
export type ChangedChoice = { readonly choice: SeatChoice; readonly objection?: Objection }

/** Counts the tickets of a place in the choice. */
export function ticketsFor(choice: SeatChoice, id: PlaceId): number {
  let tickets = 0
  for (const chosen of choice) if (chosen === id) tickets += 1
  return tickets
}

/** Returns the objection to one more ticket of any place, or undefined. */
export function objectionToAnotherTicket(
  choice: SeatChoice,
  { limit, held, perRequest }: Allowance,
): Exclude<Objection, { code: 'seat_not_free' }> | undefined {
  if (choice.length + held >= limit) return problem('too_many_reservations', { limit, scope: 'show', held })
  return choice.length >= perRequest ? { code: 'too_many_at_once' } : undefined
}

/** Returns the objection to one more ticket of this place, or undefined. */
export function objectionToChoosing(
  choice: SeatChoice,
  place: OfferedPlace,
  allowance: Allowance,
): Objection | undefined {
  if (!place.isAvailable) return problem('places_not_bookable')
  if (ticketsFor(choice, place.id) >= place.free) {
    return place.isStanding ? problem('standing_full') : { code: 'seat_not_free', place }
  }
  return objectionToAnotherTicket(choice, allowance)
}

/** Removes the ticket of this place that was chosen last. */
export function withoutTicket(choice: SeatChoice, id: PlaceId): SeatChoice {
  const last = choice.lastIndexOf(id)
  return last < 0 ? choice : choice.toSpliced(last, 1)
}

/** Toggles a seat, or adds a ticket of a standing place (specification, section 2.11). */
export function withPlaceToggled(choice: SeatChoice, place: OfferedPlace, allowance: Allowance): ChangedChoice {
  if (!place.isStanding && choice.includes(place.id)) return { choice: withoutTicket(choice, place.id) }
  return withTickets(choice, place, ticketsFor(choice, place.id) + 1, allowance)
}

/** Sets the number of tickets of one place. Stops at the first objection and returns it with the choice so far. */
export function withTickets(
  choice: SeatChoice,
  place: OfferedPlace,
  tickets: number,
  allowance: Allowance,
): ChangedChoice {
  let next = choice
  while (ticketsFor(next, place.id) > Math.max(0, tickets)) next = withoutTicket(next, place.id)
  while (ticketsFor(next, place.id) < tickets) {
    const objection = objectionToChoosing(next, place, allowance)
    if (objection) return { choice: next, objection }
    next = [...next, place.id]
  }
  return { choice: next }
}

/** Splits a choice into tickets that are still available (`kept`) and tickets lost to other buyers (`lost`). */
export function separateLost(
  choice: SeatChoice,
  freeAt: (id: PlaceId) => number,
): { kept: SeatChoice; lost: readonly PlaceId[] } {
  const kept: PlaceId[] = []
  const lost: PlaceId[] = []
  for (const id of choice) (ticketsFor(kept, id) < freeAt(id) ? kept : lost).push(id)
  return { kept, lost }
}
