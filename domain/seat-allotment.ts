import type { PlaceId, UserId } from './ids.ts'
import type { PlaceName } from './places.ts'
import { problem, type Problem } from './problem.ts'
import { objectionToMoreReservations, type Held, type ReservationLimits } from './reservations.ts'

/** The seats that one customer wants, each once. */
export type SeatRequest = {
  userId: UserId
  /** The client network. Null if its share of a show is not limited. */
  network: string | null
  seats: readonly (PlaceName & { id: PlaceId })[]
}

/** The state of a show before the requests, read under the locks. */
export type SeatsHeld = {
  /** The holders of live tickets by seat. Null for a hold. */
  holderOf: ReadonlyMap<PlaceId, UserId | null>
  heldBy: ReadonlyMap<UserId, Held>
  heldFrom: ReadonlyMap<string, number>
}

type Limits = ReservationLimits & { maxOfNetwork: number }

/** Without a refusal, the request gets all its seats. */
export type Allotment = {
  refusal?: Problem
  /** The indices of earlier requests without which this one would not be refused. */
  beatenBy: readonly number[]
}

/**
 * Allots seats to requests of different customers in the order of their arrival: all seats of a request, or none. A
 * refused request takes nothing from the later ones.
 */
export function allotSeats(requests: readonly SeatRequest[], held: SeatsHeld, limits: Limits): Allotment[] {
  const takenBy = new Map<PlaceId, number>()
  const allottedFrom = new Map<string, { seats: number; requests: number[] }>()

  return requests.map(({ userId, network, seats }, index): Allotment => {
    const tooMany = objectionToMoreReservations(held.heldBy.get(userId) ?? NOTHING, seats.length, limits)
    if (tooMany) return { refusal: tooMany, beatenBy: [] }

    const mates = (network !== null && allottedFrom.get(network)) || { seats: 0, requests: [] }
    const wanted = network === null ? 0 : (held.heldFrom.get(network) ?? 0) + seats.length
    if (wanted + mates.seats > limits.maxOfNetwork) {
      const refusal = problem('too_many_reservations', { limit: limits.maxOfNetwork, scope: 'network' })
      return { refusal, beatenBy: wanted > limits.maxOfNetwork ? [] : mates.requests }
    }

    const lost = seats.filter(({ id }) => held.holderOf.has(id) || takenBy.has(id))
    if (lost.length > 0) {
      const isOwn = ({ id }: { id: PlaceId }) => held.holderOf.get(id) === userId
      const refusal = problem('seats_taken', { places: lost.filter((seat) => !isOwn(seat)), own: lost.filter(isOwn) })
      const isLostAnyway = lost.some(({ id }) => held.holderOf.has(id))
      return { refusal, beatenBy: isLostAnyway ? [] : lost.flatMap(({ id }) => takenBy.get(id) ?? []) }
    }

    for (const { id } of seats) takenBy.set(id, index)
    if (network !== null) {
      allottedFrom.set(network, { seats: mates.seats + seats.length, requests: [...mates.requests, index] })
    }
    return { beatenBy: [] }
  })
}

const NOTHING: Held = { ofShow: 0, ofCustomer: 0 }
