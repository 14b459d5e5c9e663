import { pages } from '#contract/pages.ts'

/** Texts of the show lists. */
export const texts = {
  search: pages.searchShows.title,
  name: 'Show name',
  eventName: 'Event name',
  startDate: 'Start date',
  startHint: 'begins after (leave empty for now)',
  endDate: 'End date',
  endHint: 'ends before',
  duration: 'Duration in hours',
  minPrice: 'Minimum price (€)',
  maxPrice: 'Maximum price (€)',
  artist: 'Artist',
  venue: 'Venue',
  city: 'City',
  country: 'Country',
  list: 'Shows',
  nothingFound: "We're sorry - there is currently no show which matches your requirements.",

  ofEvent: 'Shows',
  pastOfEvent: 'Past shows',
  showPast: 'Past shows',
  showComing: 'Upcoming shows',
  noShowsOfEvent: (title: string) => `We're sorry - there are no listed shows for the event ${title} at the moment.`,
  noShowsOfLocation: "We're sorry - there are no listed shows for this location at the moment.",
  searchEvents: 'Search other events',
  searchLocations: 'Search other locations',

  priceFrom: (price: string) => `from ${price}`,
  with: (artist: string) => `with ${artist}`,
  past: 'Already happened',
}
