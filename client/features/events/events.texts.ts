import { pages } from '#contract/pages.ts'
import { counted } from '#domain/number-text.ts'

/** Texts of the event lists. */
export const texts = {
  search: pages.searchEvents.title,
  title: 'Title',
  description: 'Description',
  type: 'Type',
  duration: 'Duration',
  durationHint: 'From the first show to the last',
  days: 'Days',
  hours: 'Hours',
  minutes: 'Minutes',
  minutesHint: '+/- 30',
  unit: ['event', 'events'] as const,
  list: 'Events',
  nothingFound: "We're sorry - there is currently no event which matches your requirements",

  locationsNamed: (count: number, words: string) => `${counted(count, 'location', 'locations')} named “${words}”`,
  showsByArtist: (count: number, words: string) => `${counted(count, 'show', 'shows')} with the artist “${words}”`,
  showsNamed: (count: number, words: string) => `${counted(count, 'show', 'shows')} named “${words}”`,

  eventsOf: (artist: string) => `Events with ${artist}`,
  noEvents: "We're sorry - there are no listed events starring this artist at the moment.",
  searchArtists: 'Search other artists',
  noShows: 'No dates yet',
}
