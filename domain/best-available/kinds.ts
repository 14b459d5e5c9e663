import type { PlaceKind } from '../tickets/places.ts'
import type { Seating } from './seating.ts'

/** Copies the free tickets of places. Seats of a special kind that is not `wanted` count as taken. */
export function freeOfKinds(
  { layout: { kinds } }: Seating,
  free: ArrayLike<number>,
  wanted: readonly PlaceKind[] = [],
): Int32Array {
  const accepted = Int32Array.from(free)
  for (const [place, kind] of kinds ?? []) if (!wanted.includes(kind)) accepted[place] = 0
  return accepted
}
