import type { Stretch } from './seating.ts'

/** Tells whether a seat is available to the party. */
export type IsFree = (seat: number) => boolean

/**
 * Finds the orphan seats that taking the seats from `first` to before `end` would leave: single free seats between
 * taken ones or the end of the stretch. Returns 0 to 2 seats. Existing orphan seats do not count.
 */
export function orphansLeft(isFree: IsFree, stretch: Stretch, first: number, end: number): number[] {
  const isOpen = (seat: number) => seat >= stretch.first && seat < stretch.end && isFree(seat)
  const orphans: number[] = []
  if (isOpen(first - 1) && !isOpen(first - 2)) orphans.push(first - 1)
  if (isOpen(end) && !isOpen(end + 1)) orphans.push(end)
  return orphans
}

/** Finds every window of `size` free seats side by side in a stretch, by its first seat. */
export function freeWindows(isFree: IsFree, { first, end }: Stretch, size: number): number[] {
  const windows: number[] = []
  let run = 0
  for (let seat = first; seat < end; seat++) {
    run = isFree(seat) ? run + 1 : 0
    if (run >= size) windows.push(seat - size + 1)
  }
  return windows
}
