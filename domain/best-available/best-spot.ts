import type { EventType } from '../event-types.ts'

/**
 * Where the best spot of a house is on the way from what all look at (0) to the middle of all places (1): a match is
 * watched from as near as can be, a screen from two thirds of the way back.
 */
export const bestSpotOf: Readonly<Record<EventType, number>> = {
  MOVIE: 1.2,
  THEATRE: 0.5,
  OPERA: 0.5,
  CONCERT: 0,
  COMEDY: 0.3,
  SPORTS: 0,
}
