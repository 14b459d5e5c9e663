import type { PlaceKind } from '../tickets/places.ts'
import type { SeatGroup } from './seat-group.ts'
import { distanceBetween, firstStandingPlace } from './seat-layout.ts'
import type { Seating } from './seating.ts'

/** Weight of the distances within the party, relative to the distance from the best spot. */
const TOGETHER_WEIGHT = 2

/** The disadvantage of a usual seat against a companion seat, in seat pitches. */
const NO_COMPANION_SEAT_COST = 3

/** Limits the distance within a party that sits side by side, in seat pitches: wheelchairs take more room. */
const MAX_DISTANCE_BESIDE = 2

/** Limits the distance within a party that is close together, in seat pitches, plus one per person. */
const MAX_DISTANCE = 4

/** `freeAt`: free tickets without the special kinds that the party does not accept. */
type Free = { readonly freeOfAllKinds: ArrayLike<number>; readonly freeAt: ArrayLike<number> }

type Found = SeatGroup & { readonly arrangement: 'row' | 'nearby' | 'apart' }

type Party = { readonly tickets: number; readonly wheelchairs: number }

/**
 * Finds the best wheelchair places for a party, and beside them seats for the others: companion seats first, then the
 * nearest usual ones. Returns undefined if there are not enough of either.
 */
export function bestForWheelchairs(
  seating: Seating,
  { freeOfAllKinds, freeAt }: Free,
  { tickets, wheelchairs }: Party,
): Found | undefined {
  const { layout, pitch } = seating
  const freeOf = (kind: PlaceKind) =>
    [...(layout.kinds ?? [])].flatMap(([place, own]) => (own === kind && freeOfAllKinds[place] ? [place] : []))
  const places = freeOf('WHEELCHAIR')
  const companionSeats = new Set(freeOf('COMPANION'))
  const others = [...companionSeats, ...freeSeatsOf(seating, freeAt)]
  let best: Found | undefined
  for (const anchor of places) {
    const distance = (place: number) => distanceBetween(layout, anchor, place) / pitch
    const costBeside = (seat: number) => distance(seat) + (companionSeats.has(seat) ? 0 : NO_COMPANION_SEAT_COST)
    const group = [
      ...cheapest(places, wheelchairs, distance),
      ...cheapest(others, Math.max(0, tickets - wheelchairs), costBeside),
    ]
    if (group.length < Math.max(tickets, wheelchairs)) return undefined
    const distances = group.map(distance)
    const cost =
      group.reduce((sum, place) => sum + seating.costOf(place), 0) / group.length +
      (TOGETHER_WEIGHT * distances.reduce((sum, each) => sum + each, 0)) / group.length
    if (best && best.cost <= cost) continue
    const farthest = Math.max(...distances)
    const isBeside = farthest <= MAX_DISTANCE_BESIDE * (group.length - 1)
    const isNear = farthest <= MAX_DISTANCE + group.length
    best = {
      places: group.toSorted((a, b) => a - b),
      cost,
      arrangement: isBeside ? 'row' : isNear ? 'nearby' : 'apart',
    }
  }
  return best
}

function freeSeatsOf({ layout: { sectors } }: Seating, freeAt: ArrayLike<number>): number[] {
  const seats: number[] = []
  for (const sector of sectors) {
    for (let seat = sector.first; seat < firstStandingPlace(sector); seat++) if (freeAt[seat]) seats.push(seat)
  }
  return seats
}

/** Returns the `count` places with the lowest cost. */
function cheapest(places: readonly number[], count: number, costOf: (place: number) => number): number[] {
  const found: { place: number; cost: number }[] = []
  for (const place of count > 0 ? places : []) {
    const cost = costOf(place)
    if (found.length === count && cost >= (found.at(-1)?.cost ?? 0)) continue
    found.splice(found.findLastIndex((other) => other.cost <= cost) + 1, 0, { place, cost })
    if (found.length > count) found.pop()
  }
  return found.map(({ place }) => place)
}
