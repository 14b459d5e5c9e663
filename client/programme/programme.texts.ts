import { counted } from '#domain/number-text.ts'

/** Texts about shows to come, on the cards of events, artists and locations. */
export const texts = {
  next: 'Next',
  in: (place: string) => `in ${place}`,
  inCities: (city: string, more: number) => `in ${city} and ${counted(more, 'other city', 'other cities')}`,
  priceFrom: (price: string) => `from ${price}`,
  shows: (count: number) => counted(count, 'show', 'shows'),
  noShows: 'No upcoming shows',
}
