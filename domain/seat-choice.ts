import type { PlaceId } from './ids.ts'
import type { PlaceName } from './places.ts'
import { problem, type Problem } from './problem.ts'
import { MAX_RESERVATIONS_PER_SHOW } from './reservations.ts'

/** The tickets a customer is about to reserve, in the order of choosing: a seat once, a standing place once per ticket. */
export type SeatChoice = readonly PlaceId[]

/** A place as it stands right now. `free` counts the tickets still to be had: one or none for a seat. */
export type OfferedPlace = {
  readonly id: PlaceId
  readonly name: PlaceName
  readonly standing: boolean
  readonly available: boolean
  readonly free: number
}

/** How many tickets of a show a customer may hold reserved, and how many of them they hold already. */
export type Allowance = { readonly limit: number; readonly held: number }

const usual: Allowance = { limit: MAX_RESERVATIONS_PER_SHOW, held: 0 }

/** How many tickets of the choice are for this place. */
export function ticketsFor(choice: SeatChoice, id: PlaceId): number {
  let tickets = 0
  for (const chosen of choice) if (chosen === id) tickets += 1
  return tickets
}

/** What stands against choosing one more ticket of whatever place, if anything. */
export function objectionToMore(choice: SeatChoice, { limit, held }: Allowance): Problem | undefined {
  if (choice.length + held < limit) return undefined
  return problem('too_many_reservations', { limit, scope: 'show', held })
}

/** What stands against choosing one more ticket for a place, if anything. */
export function objectionToChoosing(choice: SeatChoice, place: OfferedPlace, allowance = usual): Problem | undefined {
  if (!place.available) return problem('places_not_bookable')
  if (ticketsFor(choice, place.id) >= place.free) {
    return place.standing ? problem('standing_full') : problem('seats_taken', { places: [place.name] })
  }
  return objectionToMore(choice, allowance)
}

/** One ticket of this place fewer: the one chosen last. */
export function withoutTicket(choice: SeatChoice, id: PlaceId): SeatChoice {
  const last = choice.lastIndexOf(id)
  return last < 0 ? choice : choice.toSpliced(last, 1)
}

/** The choice after pointing at a place: a chosen seat goes, anything else gets one more ticket (specification, section 2.11). */
export function afterPointingAt(choice: SeatChoice, place: OfferedPlace, allowance = usual): SeatChoice | Problem {
  if (!place.standing && choice.includes(place.id)) return withoutTicket(choice, place.id)
  return objectionToChoosing(choice, place, allowance) ?? [...choice, place.id]
}

/** The choice with so many tickets of one place, or with as many as can be had and what stands against more. */
export function withTickets(
  choice: SeatChoice,
  place: OfferedPlace,
  tickets: number,
  allowance = usual,
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

/** Splits a choice into what can still be had and what was lost to other buyers. */
export function sortOutLost(
  choice: SeatChoice,
  freeAt: (id: PlaceId) => number,
): { kept: SeatChoice; lost: readonly PlaceId[] } {
  const kept: PlaceId[] = []
  const lost: PlaceId[] = []
  for (const id of choice) (ticketsFor(kept, id) < freeAt(id) ? kept : lost).push(id)
  return { kept, lost }
}
