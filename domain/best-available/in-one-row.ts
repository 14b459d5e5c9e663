import type { FreeSeats } from './free-seats.ts'
import { freeWindows, orphansLeft } from './orphans-left.ts'
import type { Seating, Stretch } from './seating.ts'
import { consecutivePlaces, type SeatGroup } from './seat-group.ts'

/** Cost of a group that does not sit at an aisle, in seat pitches. */
const NO_AISLE_COST = 0.5

/** Costs that differ by less are equal. The first of equal groups is chosen. */
const COST_TOLERANCE = 1e-6

/** Finds the best seats side by side: those that leave no orphan seat, and the best of all. */
export function bestInOneRow(
  seating: Seating,
  { isFree, longestRuns }: FreeSeats,
  size: number,
): { withoutOrphan?: SeatGroup; any?: SeatGroup } {
  let withoutOrphan = { cost: Infinity, first: -1 }
  let any = withoutOrphan
  for (const [row, { stretches, lowestCost }] of seating.rows.entries()) {
    // The best seat is a lower bound for the row. `any` matters only until a group without an orphan seat is found.
    if ((longestRuns[row] ?? 0) < size || lowestCost >= withoutOrphan.cost) continue
    for (const stretch of stretches) {
      for (const first of freeWindows(isFree, stretch, size)) {
        const cost = costInStretch(seating, stretch, first, first + size)
        if (cost < any.cost - COST_TOLERANCE) any = { cost, first }
        const isBetter = cost < withoutOrphan.cost - COST_TOLERANCE
        if (isBetter && orphansLeft(isFree, stretch, first, first + size).length === 0) withoutOrphan = { cost, first }
      }
    }
  }
  const groupOf = ({ cost, first }: typeof any): SeatGroup => ({ cost, places: consecutivePlaces(first, size) })
  return {
    ...(withoutOrphan.first >= 0 && { withoutOrphan: groupOf(withoutOrphan) }),
    ...(any.first >= 0 && { any: groupOf(any) }),
  }
}

/** Computes the mean cost of consecutive seats of a stretch, from `first` to before `end`. */
export function costInStretch(seating: Seating, stretch: Stretch, first: number, end: number): number {
  const isAtAisle = first === stretch.first || end === stretch.end
  return seating.meanCostOf(first, end) + (isAtAisle ? 0 : NO_AISLE_COST)
}
