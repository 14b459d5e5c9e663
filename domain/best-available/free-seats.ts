import type { IsFree } from './orphans-left.ts'
import type { SeatedRow, Seating } from './seating.ts'

/** The free seats of a venue for one search. */
export type FreeSeats = {
  readonly isFree: IsFree
  /** By row: the length of the longest run of free seats side by side. */
  readonly longestRuns: Uint16Array
}

/** Measures the free runs of every row once, for all kinds of arrangement. */
export function findFreeSeats({ rows }: Seating, isFree: IsFree): FreeSeats {
  return { isFree, longestRuns: Uint16Array.from(rows, (row) => longestRunIn(row, isFree)) }
}

function longestRunIn({ stretches }: SeatedRow, isFree: IsFree): number {
  let longest = 0
  for (const { first, end } of stretches) {
    let run = 0
    for (let seat = first; seat < end; seat++) {
      run = isFree(seat) ? run + 1 : 0
      if (run > longest) longest = run
    }
  }
  return longest
}
