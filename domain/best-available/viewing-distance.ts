import type { EventType } from '../event-types.ts'

/** How far from what all look at the best spot is, in distances between seats: nobody likes a screen too close. */
export const viewingDistance: Readonly<Record<EventType, number>> = {
  MOVIE: 14,
  THEATRE: 6,
  OPERA: 8,
  CONCERT: 0,
  COMEDY: 4,
  SPORTS: 0,
}
