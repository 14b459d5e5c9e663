import type { Stretch } from './seating.ts'

/** Whether somebody may sit on a seat. */
export type IsFree = (seat: number) => boolean

/**
 * The seats that would be left alone between taken ones or the end of their stretch, if those from `first` to before
 * `end` were taken: none, one or two. A seat that is alone already is nobody's fault.
 */
export function orphansLeft(isFree: IsFree, stretch: Stretch, first: number, end: number): number[] {
  const isOpen = (seat: number) => seat >= stretch.first && seat < stretch.end && isFree(seat)
  const alone: number[] = []
  if (isOpen(first - 1) && !isOpen(first - 2)) alone.push(first - 1)
  if (isOpen(end) && !isOpen(end + 1)) alone.push(end)
  return alone
}

/** The first seats of every so many free ones side by side in a stretch. */
export function freeWindows(isFree: IsFree, { first, end }: Stretch, size: number): number[] {
  const windows: number[] = []
  let run = 0
  for (let seat = first; seat < end; seat++) {
    run = isFree(seat) ? run + 1 : 0
    if (run >= size) windows.push(seat - size + 1)
  }
  return windows
}
