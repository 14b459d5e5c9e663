import type { Availability } from '#domain/shows/availability.ts'

/** The displayed names of availabilities. */
export const availabilityNames: Record<Availability, string> = {
  FREE: 'Seats available',
  FEW_LEFT: 'Few left',
  SOLD_OUT: 'Sold out',
  OFF_SALE: 'Not on sale',
  NOT_YET: 'Not yet on sale',
}
