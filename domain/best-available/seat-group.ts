/** Places for a party, a standing place once for each person, and how little it would like them. */
export type SeatGroup = { readonly places: readonly number[]; readonly cost: number }

/** So many places, one after the other. */
export function placesFrom(first: number, count: number): number[] {
  return Array.from({ length: count }, (_, at) => first + at)
}
