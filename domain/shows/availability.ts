export const AVAILABILITIES = ['FREE', 'FEW_LEFT', 'SOLD_OUT', 'OFF_SALE', 'NOT_YET'] as const

/** How many places of a show are left, or that it is off sale, or not yet on sale. */
export type Availability = (typeof AVAILABILITIES)[number]

const FEW_PERCENT = 10
const FEW_PLACES = 50

/** Rates the places left of a show. Few are at most a tenth of the places, and never more than 50. */
export function availabilityOf({ capacity, taken }: { capacity: number; taken: number }): Availability {
  const left = capacity - taken
  if (left <= 0) return 'SOLD_OUT'
  return left <= FEW_PLACES && left * 100 <= capacity * FEW_PERCENT ? 'FEW_LEFT' : 'FREE'
}
