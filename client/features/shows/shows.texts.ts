import { counted } from '#domain/number-text.ts'
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
  nextShow: 'Next show',
  place: 'Where',
  price: 'Tickets',
  chooseSeats: 'Choose seats',
  chooseSeatsFor: (time: string) => `Choose seats for ${time}`,
  noShowsToCome: 'No upcoming shows',
  month: 'Month',
  allMonths: 'All months',
  weekday: 'Weekday',
  allWeekdays: 'All weekdays',
  view: 'View',
  views: { list: 'List', calendar: 'Calendar' },
  moreInList: (count: number) => `${counted(count, 'more show', 'more shows')} of this month in the list.`,
  noShowsThen: 'There are no shows on these days.',
  noShowsOfEvent: (title: string) => `We're sorry - there are no listed shows for the event ${title} at the moment.`,
  noShowsOfLocation: "We're sorry - there are no listed shows for this location at the moment.",
  openMap: 'Show on OpenStreetMap',
  travel: 'Getting there',
  plans: (count: number) => (count === 1 ? 'Seating plan' : 'Seating plans'),
  capacity: (count: number) => `${counted(count, 'place', 'places')}`,
  pastLeftOut: (count: number) => `${counted(count, 'past show is', 'past shows are')} left out.`,
  searchPast: 'Search past shows',
  searchComing: 'Search upcoming shows',
  searchEvents: 'Search other events',
  searchLocations: 'Search other locations',

  priceFrom: (price: string) => `from ${price}`,
  with: (artist: string) => `with ${artist}`,
  past: 'Already happened',
}

/** The days of the week, from Monday. */
export const weekdayNames = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
