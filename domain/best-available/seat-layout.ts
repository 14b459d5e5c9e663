/**
 * A house as one sits in it. A place is a number: the seats of a row are numbers one after the other, as they stand side
 * by side; what follows the last row of a sector is room to stand. Lengths may be in any unit.
 */
export type SeatLayout = {
  /** The middle of every place. */
  readonly x: ArrayLike<number>
  readonly y: ArrayLike<number>
  /** Where all eyes are. */
  readonly focus: { readonly x: number; readonly y: number }
  readonly sectors: readonly LayoutSector[]
}

/** The places from `first` to before `end`, its rows in the order in which they stand. */
export type LayoutSector = {
  readonly first: number
  readonly end: number
  readonly rows: readonly { readonly first: number; readonly end: number }[]
}

/** The place from which on a sector is room to stand. */
export function standingFrom({ first, rows }: LayoutSector): number {
  return rows.at(-1)?.end ?? first
}

/** How far two places are from each other. */
export function distanceBetween({ x, y }: Pick<SeatLayout, 'x' | 'y'>, one: number, other: number): number {
  return lengthOf((x[one] ?? 0) - (x[other] ?? 0), (y[one] ?? 0) - (y[other] ?? 0))
}

/** What `Math.hypot` answers, several times as fast; no house is so large that it would matter. */
export function lengthOf(dx: number, dy: number): number {
  return Math.sqrt(dx * dx + dy * dy)
}
