/** Everything the lists of shows say. */
export const texts = {
  search: 'Search shows',
  name: 'Show name',
  eventName: 'Event name',
  startDate: 'Start date',
  startHint: 'begins after',
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
  reset: 'Reset Filters',

  ofEvent: 'Shows',
  noShowsOfEvent: (title: string) => `We're sorry - there are no listed shows for the event ${title} at the moment.`,
  noShowsOfLocation: "We're sorry - there are no listed shows for this location at the moment.",
  searchEvents: 'Search other events',
  searchLocations: 'Search other locations',

  with: (artist: string) => `with ${artist}`,
  past: 'Already happened',
}
