import type { EventType } from '../shows/event-types.ts'

/**
 * The position of the best spot by event type, on the line from the focal point (0) to the mean of all places (1) or
 * beyond. A match is best watched from as near as possible, a film from a bit behind the middle.
 */
export const bestSpotOf: Readonly<Record<EventType, number>> = {
  MOVIE: 1.2,
  THEATRE: 0.5,
  OPERA: 0.5,
  CONCERT: 0,
  COMEDY: 0.3,
  SPORTS: 0,
}
