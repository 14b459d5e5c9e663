import type { Free } from './free-seats.ts'
import { freeWindows, orphansLeft } from './orphans-left.ts'
import type { Seating, Stretch } from './seating.ts'
import { placesFrom, type SeatGroup } from './seat-group.ts'

/** What not sitting at an aisle costs, in seats' distances. */
const NO_AISLE = 0.5

/** Costs that differ by less are the same: the first seats win. */
const EQUAL = 1e-6

/** The best seats side by side: those that leave nobody's seat alone, and whichever else. */
export function bestInOneRow(
  seating: Seating,
  { isFree, longestRuns }: Free,
  size: number,
): { neat?: SeatGroup; any?: SeatGroup } {
  let neat = { cost: Infinity, first: -1 }
  let any = neat
  for (const [row, { stretches, cheapest }] of seating.rows.entries()) {
    // No group is better than its best seat; and where a neat one was found, no other matters.
    if ((longestRuns[row] ?? 0) < size || cheapest >= neat.cost) continue
    for (const stretch of stretches) {
      for (const first of freeWindows(isFree, stretch, size)) {
        const cost = costInStretch(seating, stretch, first, first + size)
        if (cost < any.cost - EQUAL) any = { cost, first }
        if (cost < neat.cost - EQUAL && orphansLeft(isFree, stretch, first, first + size).length === 0)
          neat = { cost, first }
      }
    }
  }
  const groupOf = ({ cost, first }: typeof any): SeatGroup => ({ cost, places: placesFrom(first, size) })
  return { ...(neat.first >= 0 && { neat: groupOf(neat) }), ...(any.first >= 0 && { any: groupOf(any) }) }
}

/** How little one would like to sit on these seats of a stretch. */
export function costInStretch(seating: Seating, stretch: Stretch, first: number, end: number): number {
  const isAtAisle = first === stretch.first || end === stretch.end
  return seating.costOfSeats(first, end) + (isAtAisle ? 0 : NO_AISLE)
}
