import type { IsFree } from './orphans-left.ts'
import type { SeatedRow, Seating } from './seating.ts'

/** What is free of a house for a party, looked over once for all who seek in it. */
export type Free = {
  readonly isFree: IsFree
  /** By row: the most free seats side by side. */
  readonly longestRuns: Uint16Array
}

/** Looks over what is free. */
export function freeIn({ rows }: Seating, isFree: IsFree): Free {
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
