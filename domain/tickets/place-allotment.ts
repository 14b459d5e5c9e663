import type { PlaceId, UserId } from '../ids.ts'
import type { PlaceName } from './places.ts'
import { problem, type Problem } from '../problem.ts'
import { NO_RESERVATIONS, objectionToMoreReservations, type Held, type ReservationLimits } from './reservations.ts'

/** A number of people on a standing place. */
export type Standing = { id: PlaceId; quantity: number }

/** The places that one customer wants, each seat and each standing place once. */
export type PlacesRequest = {
  userId: UserId
  /** The client network. Null if its share of a show is not limited. */
  network: string | null
  seats: readonly (PlaceName & { id: PlaceId })[]
  standing: readonly Standing[]
}

/** The state of a show before the requests, read under the locks. */
export type PlacesHeld = {
  /** The holders of live tickets by seat. Null for a hold. */
  holderOf: ReadonlyMap<PlaceId, UserId | null>
  heldBy: ReadonlyMap<UserId, Held>
  heldFrom: ReadonlyMap<string, number>
  /** The number of people for whom a wanted standing place has room. */
  roomOn: ReadonlyMap<PlaceId, number>
}

type Limits = ReservationLimits & { maxOfNetwork: number }

/** Without a refusal, the request gets all its places. */
export type Allotment = {
  refusal?: Problem
  /** The indices of earlier requests without which this one would not be refused, or not for the same seats. */
  beatenBy: readonly number[]
}

/** A number of places that earlier requests were allotted, and their indices. */
type Share = { places: number; requests: readonly number[] }

/**
 * Allots places to requests of different customers in the order of their arrival: all places of a request, or none. A
 * refused request takes nothing from the later ones.
 */
export function allotPlaces(requests: readonly PlacesRequest[], held: PlacesHeld, limits: Limits): Allotment[] {
  const takenBy = new Map<PlaceId, number>()
  const allottedFrom = new Map<string, Share>()
  const allottedOn = new Map<PlaceId, Share>()

  return requests.map(({ userId, network, seats, standing }, index): Allotment => {
    const size = seats.length + standing.reduce((sum, { quantity }) => sum + quantity, 0)
    const tooMany = objectionToMoreReservations(held.heldBy.get(userId) ?? NO_RESERVATIONS, size, limits)
    if (tooMany) return { refusal: tooMany, beatenBy: [] }

    const mates = (network !== null && allottedFrom.get(network)) || NOBODY
    const wanted = network === null ? 0 : (held.heldFrom.get(network) ?? 0) + size
    if (wanted + mates.places > limits.maxOfNetwork) {
      const refusal = problem('too_many_reservations', { limit: limits.maxOfNetwork, scope: 'network' })
      return { refusal, beatenBy: wanted > limits.maxOfNetwork ? [] : mates.requests }
    }

    const lacks = ({ id, quantity }: Standing, before: number) => (held.roomOn.get(id) ?? 0) < before + quantity
    const full = standing.filter((place) => lacks(place, (allottedOn.get(place.id) ?? NOBODY).places))
    if (full.length > 0) {
      const isFullAnyway = full.some((place) => lacks(place, 0))
      const beatenBy = isFullAnyway ? [] : full.flatMap(({ id }) => allottedOn.get(id)?.requests ?? [])
      return { refusal: problem('standing_full'), beatenBy }
    }

    const lost = seats.filter(({ id }) => held.holderOf.has(id) || takenBy.has(id))
    if (lost.length > 0) {
      const isOwn = ({ id }: { id: PlaceId }) => held.holderOf.get(id) === userId
      const refusal = problem('seats_taken', { places: lost.filter((seat) => !isOwn(seat)), own: lost.filter(isOwn) })
      return { refusal, beatenBy: lost.flatMap(({ id }) => takenBy.get(id) ?? []) }
    }

    for (const { id } of seats) takenBy.set(id, index)
    for (const { id, quantity } of standing) allottedOn.set(id, joined(allottedOn.get(id), quantity, index))
    if (network !== null) allottedFrom.set(network, joined(mates, size, index))
    return { beatenBy: [] }
  })
}

const NOBODY: Share = { places: 0, requests: [] }

function joined({ places, requests }: Share = NOBODY, more: number, index: number): Share {
  return { places: places + more, requests: [...requests, index] }
}
