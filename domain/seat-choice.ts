import type { PlaceId } from './ids.ts'
import type { PlaceName } from './places.ts'
import { problem, type Problem } from './problem.ts'
import { MAX_RESERVATIONS_PER_SHOW } from './reservations.ts'

/** The tickets a customer is about to reserve, in order of selection: a seat once, a standing place once per ticket. */
export type SeatChoice = readonly PlaceId[]

/** A place in its current state. `free` counts the tickets still available: 0 or 1 for a seat. */
export type OfferedPlace = {
  readonly id: PlaceId
  readonly name: PlaceName
  readonly isStanding: boolean
  readonly isAvailable: boolean
  readonly free: number
}

/** How many reserved tickets of a show a customer may hold (`limit`) and holds already (`held`). */
export type Allowance = { readonly limit: number; readonly held: number }

const DEFAULT_ALLOWANCE: Allowance = { limit: MAX_RESERVATIONS_PER_SHOW, held: 0 }

/** Counts the tickets of a place in the choice. */
export function ticketsFor(choice: SeatChoice, id: PlaceId): number {
  let tickets = 0
  for (const chosen of choice) if (chosen === id) tickets += 1
  return tickets
}

/** Returns the problem that prevents choosing one more ticket of any place, or undefined. */
export function objectionToAnotherTicket(choice: SeatChoice, { limit, held }: Allowance): Problem | undefined {
  if (choice.length + held < limit) return undefined
  return problem('too_many_reservations', { limit, scope: 'show', held })
}

/** Returns the problem that prevents choosing one more ticket of this place, or undefined. */
export function objectionToChoosing(
  choice: SeatChoice,
  place: OfferedPlace,
  allowance = DEFAULT_ALLOWANCE,
): Problem | undefined {
  if (!place.isAvailable) return problem('places_not_bookable')
  if (ticketsFor(choice, place.id) >= place.free) {
    return place.isStanding ? problem('standing_full') : problem('seats_taken', { places: [place.name] })
  }
  return objectionToAnotherTicket(choice, allowance)
}

/** Removes the ticket of this place that was chosen last. */
export function withoutTicket(choice: SeatChoice, id: PlaceId): SeatChoice {
  const last = choice.lastIndexOf(id)
  return last < 0 ? choice : choice.toSpliced(last, 1)
}

/** Toggles a seat, or adds a ticket of a standing place (specification, section 2.11). */
export function withPlaceToggled(
  choice: SeatChoice,
  place: OfferedPlace,
  allowance = DEFAULT_ALLOWANCE,
): SeatChoice | Problem {
  if (!place.isStanding && choice.includes(place.id)) return withoutTicket(choice, place.id)
  return objectionToChoosing(choice, place, allowance) ?? [...choice, place.id]
}

/** Sets the number of tickets of one place. Stops at the first objection and returns it with the choice so far. */
export function withTickets(
  choice: SeatChoice,
  place: OfferedPlace,
  tickets: number,
  allowance = DEFAULT_ALLOWANCE,
): { choice: SeatChoice; objection?: Problem } {
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
