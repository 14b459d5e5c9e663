import type { SeatGroup } from './seat-group.ts'
import { distanceBetween, standingFrom } from './seat-layout.ts'
import type { IsFree } from './orphans-left.ts'
import type { Seating } from './seating.ts'

/** As many sectors are tried as the middle of a party that has to spread. */
const TRIED = 8

/** Nobody of a party that is called together sits farther from its middle, in seats' distances, beside one for each of it. */
const TOGETHER = 4

/** A party that spreads; `isApart` when it would not call that together. */
export type Spread = SeatGroup & { readonly isApart: boolean }

/** The seats nearest to one another: in a sector, or over neighbouring ones. */
export function bestNearby(seating: Seating, isFree: IsFree, size: number): Spread | undefined {
  const seats = seating.layout.sectors.map((sector) => {
    const free: number[] = []
    for (let seat = sector.first; seat < standingFrom(sector); seat++) if (isFree(seat)) free.push(seat)
    return free
  })
  const all = seats.flat()
  if (all.length < size) return undefined
  const middles = seats
    .flatMap((free) => middleOfLongestRun(free) ?? [])
    .toSorted((a, b) => seating.costOf(a) - seating.costOf(b))
  const groups = middles.slice(0, TRIED).map((middle) => nearestTo(seating, middle, all, size))
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

function nearestTo(seating: Seating, middle: number, seats: readonly number[], size: number): Spread {
  const nearest: { seat: number; away: number }[] = []
  let farthest = Infinity
  for (const seat of seats) {
    const away = distanceBetween(seating.layout, middle, seat)
    if (away >= farthest) continue
    const at = nearest.findLastIndex((other) => other.away <= away)
    nearest.splice(at + 1, 0, { seat, away })
    if (nearest.length > size) nearest.pop()
    if (nearest.length === size) farthest = nearest.at(-1)?.away ?? Infinity
  }
  const cost = nearest.reduce((sum, { seat, away }) => sum + seating.costOf(seat) + away / seating.pitch, 0)
  const places = nearest.map(({ seat }) => seat).toSorted((a, b) => a - b)
  return { cost: cost / size, places, isApart: farthest > (TOGETHER + size) * seating.pitch }
}
