import type { SeatGroup } from './seat-group.ts'
import { distanceBetween, firstStandingPlace } from './seat-layout.ts'
import type { IsFree } from './orphans-left.ts'
import type { Seating } from './seating.ts'

/** Limits how many sectors are tried as the centre of a scattered party. */
const MAX_SECTORS = 8

/** Limits the distance from the centre of a party that is close together, in seat pitches, plus one per person. */
const MAX_DISTANCE = 4

/** A group of seats that are not side by side. `isApart`: too scattered to count as close together. */
export type ScatteredGroup = SeatGroup & { readonly isApart: boolean }

/** Finds the seats that are nearest to one another, in one sector or across neighbouring ones. */
export function bestNearby(seating: Seating, isFree: IsFree, size: number): ScatteredGroup | undefined {
  const freeBySector = seating.layout.sectors.map((sector) => {
    const free: number[] = []
    for (let seat = sector.first; seat < firstStandingPlace(sector); seat++) if (isFree(seat)) free.push(seat)
    return free
  })
  const all = freeBySector.flat()
  if (all.length < size) return undefined
  const centres = freeBySector
    .flatMap((free) => middleOfLongestRun(free) ?? [])
    .toSorted((a, b) => seating.costOf(a) - seating.costOf(b))
  const groups = centres.slice(0, MAX_SECTORS).map((centre) => nearestTo(seating, centre, all, size))
  return groups.toSorted((a, b) => Number(a.isApart) - Number(b.isApart) || a.cost - b.cost)[0]
}

function middleOfLongestRun(free: readonly number[]): number | undefined {
  let longest = { first: 0, length: 0 }
  let first = 0
  for (let at = 0; at < free.length; at++) {
    if (free[at] !== (free[at - 1] ?? -1) + 1) first = at
    if (at - first + 1 > longest.length) longest = { first, length: at - first + 1 }
  }
  return free[longest.first + Math.floor((longest.length - 1) / 2)]
}

function nearestTo(seating: Seating, centre: number, seats: readonly number[], size: number): ScatteredGroup {
  const nearest: { seat: number; distance: number }[] = []
  let farthest = Infinity
  for (const seat of seats) {
    const distance = distanceBetween(seating.layout, centre, seat)
    if (distance >= farthest) continue
    const at = nearest.findLastIndex((other) => other.distance <= distance)
    nearest.splice(at + 1, 0, { seat, distance })
    if (nearest.length > size) nearest.pop()
    if (nearest.length === size) farthest = nearest.at(-1)?.distance ?? Infinity
  }
  const cost = nearest.reduce((sum, { seat, distance }) => sum + seating.costOf(seat) + distance / seating.pitch, 0)
  const places = nearest.map(({ seat }) => seat).toSorted((a, b) => a - b)
  return { cost: cost / size, places, isApart: farthest > (MAX_DISTANCE + size) * seating.pitch }
}
