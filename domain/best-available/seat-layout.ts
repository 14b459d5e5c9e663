import type { PlaceKind } from '../tickets/places.ts'

/**
 * The places of a venue by geometry, in any unit of length. A place is an index into `x` and `y`. The seats of a row
 * have consecutive indexes, in the order in which they stand side by side. Places of a sector after its last row are
 * standing places.
 */
export type SeatLayout = {
  /** The centre of every place. */
  readonly x: ArrayLike<number>
  readonly y: ArrayLike<number>
  /** The focal point: where the audience looks. */
  readonly focus: { readonly x: number; readonly y: number }
  readonly sectors: readonly LayoutSector[]
  /** The seats of a special kind. */
  readonly kinds?: ReadonlyMap<number, PlaceKind>
}

/** The places from `first` to before `end`, with the rows in the order in which they stand. */
export type LayoutSector = {
  readonly first: number
  readonly end: number
  readonly rows: readonly { readonly first: number; readonly end: number }[]
}

/** Returns the first standing place of a sector; its end when there is none. */
export function firstStandingPlace({ first, rows }: LayoutSector): number {
  return rows.at(-1)?.end ?? first
}

/** Computes the distance between two places. */
export function distanceBetween({ x, y }: Pick<SeatLayout, 'x' | 'y'>, one: number, other: number): number {
  return lengthOf((x[one] ?? 0) - (x[other] ?? 0), (y[one] ?? 0) - (y[other] ?? 0))
}

/** Computes the length of a vector. Several times as fast as `Math.hypot`, which only adds safety against overflow. */
export function lengthOf(dx: number, dy: number): number {
  return Math.sqrt(dx * dx + dy * dy)
}
