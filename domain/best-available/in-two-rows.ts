import { consecutivePlaces, type SeatGroup } from './seat-group.ts'
import { lengthOf } from './seat-layout.ts'
import { costInStretch } from './in-one-row.ts'
import type { FreeSeats } from './free-seats.ts'
import { freeWindows, type IsFree } from './orphans-left.ts'
import type { SeatedRow, Seating, Stretch } from './seating.ts'

/** Limits the distance between both parts of a party, in seat pitches. Half the width of the larger part is added. */
const MAX_DISTANCE = 3

/** Cost of one person alone in a row, for a party of three or more, in seat pitches. */
const ALONE_IN_ROW_COST = 2

/** Consecutive free seats of a stretch. */
type Window = { readonly stretch: Stretch; readonly first: number; readonly size: number }

/** Finds the best seats in two rows, one behind the other. Each part of the party sits side by side. */
export function bestInTwoRows(
  seating: Seating,
  { isFree, longestRuns }: FreeSeats,
  size: number,
): SeatGroup | undefined {
  let best: { cost: number; parts: readonly Window[] } | undefined
  for (const { row, nextRow, lowestCost } of seating.rowPairs) {
    // The pairs are sorted by this lower bound, so no later pair can be better.
    if (best && lowestCost >= best.cost) break
    const [one, other] = [seating.rows[row], seating.rows[nextRow]]
    const [maxOne = 0, maxOther = 0] = [longestRuns[row], longestRuns[nextRow]]
    for (let part = Math.max(1, size - maxOther); one && other && part < size && part <= maxOne; part++) {
      for (const pair of pairsIn(seating, windowsIn(one, isFree, part), windowsIn(other, isFree, size - part))) {
        const cost = costOfPair(seating, pair)
        if (!best || cost < best.cost) best = { cost, parts: pair }
      }
    }
  }
  return best && { cost: best.cost, places: best.parts.flatMap(({ first, size }) => consecutivePlaces(first, size)) }
}

type Pair = readonly [Window, Window]

function windowsIn({ stretches }: SeatedRow, isFree: IsFree, size: number): Window[] {
  return stretches.flatMap((stretch) => freeWindows(isFree, stretch, size).map((first) => ({ stretch, first, size })))
}

/**
 * Pairs each window of one row with the nearest window of the other row, if it is near enough. Both lists are in the
 * order of their row, so the search continues at the last match.
 */
function pairsIn(seating: Seating, windows: readonly Window[], otherWindows: readonly Window[]): Pair[] {
  const pairs: Pair[] = []
  let at = 0
  for (const one of windows) {
    const distance = (other: Window | undefined) => (other ? distanceOf(seating, one, other) : Infinity)
    while (distance(otherWindows[at + 1]) <= distance(otherWindows[at])) at += 1
    const nearest = otherWindows[at]
    const maxDistance = (MAX_DISTANCE + Math.max(one.size, nearest?.size ?? 0) / 2) * seating.pitch
    if (nearest && distance(nearest) <= maxDistance) pairs.push([one, nearest])
  }
  return pairs
}

function costOfPair(seating: Seating, pair: Pair): number {
  const [one, other] = pair
  const size = one.size + other.size
  const weighted = ({ stretch, first, size: own }: Window) =>
    (costInStretch(seating, stretch, first, first + own) * own) / size
  const isOneAlone = size > 2 && Math.min(one.size, other.size) === 1
  const distance = distanceOf(seating, one, other) / seating.pitch
  return weighted(one) + weighted(other) + distance + (isOneAlone ? ALONE_IN_ROW_COST : 0)
}

/** Computes the distance between the centres of two windows. */
function distanceOf({ layout: { x, y } }: Seating, one: Window, other: Window): number {
  const centre = (coordinates: ArrayLike<number>, { first, size }: Window) =>
    ((coordinates[first] ?? 0) + (coordinates[first + size - 1] ?? 0)) / 2
  return lengthOf(centre(x, one) - centre(x, other), centre(y, one) - centre(y, other))
}
