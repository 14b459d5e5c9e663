/** Seats side by side, from `first` to before `end`. */
type Stretch = { readonly first: number; readonly end: number }

/** The width of an aisle in seat widths. */
export const AISLE_WIDTH = 0.6

/**
 * Returns the seats with which a new line begins, if a line has room for `perLine` seats: a row breaks at its aisles,
 * and stretches that are longer than a line break into lines of equal length.
 */
export function lineStartsOf(stretches: readonly Stretch[], perLine: number): ReadonlySet<number> {
  const starts = new Set<number>()
  let used = 0
  for (const { first, end } of stretches) {
    const seats = end - first
    const isFirst = used === 0
    if (!isFirst && used + AISLE_WIDTH + seats > perLine) starts.add(first)
    else if (!isFirst) {
      used += AISLE_WIDTH + seats
      continue
    }
    const lines = Math.max(1, Math.ceil(seats / perLine))
    const length = Math.ceil(seats / lines)
    for (let seat = first + length; seat < end; seat += length) starts.add(seat)
    used = lines > 1 ? Infinity : seats
  }
  return starts
}
