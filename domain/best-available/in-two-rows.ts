import { placesFrom, type SeatGroup } from './seat-group.ts'
import { lengthOf } from './seat-layout.ts'
import { costInStretch } from './in-one-row.ts'
import type { Free } from './free-seats.ts'
import { freeWindows, type IsFree } from './orphans-left.ts'
import type { SeatedRow, Seating, Stretch } from './seating.ts'

/** The rows are this far apart at most, in seats' distances, beside half the width of the larger part. */
const NEAR = 3

/** What it costs that somebody of three or more sits alone in a row. */
const ALONE = 2

type Window = { readonly stretch: Stretch; readonly first: number; readonly size: number }

/** The best seats in two rows, one behind the other, each part of the party side by side. */
export function bestInTwoRows(
  seating: Seating,
  { isFree, longestRuns: longest }: Free,
  size: number,
): SeatGroup | undefined {
  let best: { cost: number; parts: readonly Window[] } | undefined
  for (const { here, there, least } of seating.neighbours) {
    // No pair can be better than its best seat, and the rows with the best seats come first.
    if (best && least >= best.cost) break
    const [row, next] = [seating.rows[here], seating.rows[there]]
    const [mostHere = 0, mostThere = 0] = [longest[here], longest[there]]
    for (let front = Math.max(1, size - mostThere); row && next && front < size && front <= mostHere; front++) {
      for (const pair of pairsIn(seating, windowsIn(row, isFree, front), windowsIn(next, isFree, size - front))) {
        const cost = costOfPair(seating, pair)
        if (!best || cost < best.cost) best = { cost, parts: pair }
      }
    }
  }
  return best && { cost: best.cost, places: best.parts.flatMap(({ first, size }) => placesFrom(first, size)) }
}

type Pair = readonly [Window, Window]

function windowsIn({ stretches }: SeatedRow, isFree: IsFree, size: number): Window[] {
  return stretches.flatMap((stretch) => freeWindows(isFree, stretch, size).map((first) => ({ stretch, first, size })))
}

/** Each of these windows with the nearest of those, if it is near. Both go along their row, so the search goes on. */
function pairsIn(seating: Seating, these: readonly Window[], those: readonly Window[]): Pair[] {
  const pairs: Pair[] = []
  let at = 0
  for (const one of these) {
    const away = (other: Window | undefined) => (other ? between(seating, one, other) : Infinity)
    while (away(those[at + 1]) <= away(those[at])) at += 1
    const nearest = those[at]
    const reach = (NEAR + Math.max(one.size, nearest?.size ?? 0) / 2) * seating.pitch
    if (nearest && away(nearest) <= reach) pairs.push([one, nearest])
  }
  return pairs
}

function costOfPair(seating: Seating, pair: Pair): number {
  const [one, other] = pair
  const size = one.size + other.size
  const share = ({ stretch, first, size: own }: Window) =>
    (costInStretch(seating, stretch, first, first + own) * own) / size
  const isOneAlone = size > 2 && Math.min(one.size, other.size) === 1
  return share(one) + share(other) + between(seating, one, other) / seating.pitch + (isOneAlone ? ALONE : 0)
}

function between({ layout: { x, y } }: Seating, one: Window, other: Window): number {
  const middle = (column: ArrayLike<number>, { first, size }: Window) =>
    ((column[first] ?? 0) + (column[first + size - 1] ?? 0)) / 2
  return lengthOf(middle(x, one) - middle(x, other), middle(y, one) - middle(y, other))
}
