/**
 * Places for a party, with their mean cost (the lower, the better) in seat pitches. A standing place is listed once for
 * each person.
 */
export type SeatGroup = { readonly places: readonly number[]; readonly cost: number }

/** Lists `count` consecutive places. */
export function consecutivePlaces(first: number, count: number): number[] {
  return Array.from({ length: count }, (_, at) => first + at)
}
