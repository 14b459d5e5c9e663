import { pageWords } from '#contract/page-words.ts'

/** What stands above the four searches. */
export const texts = {
  search: pageWords.search.title,
  tabs: 'What to search for',
  event: 'Event',
  location: 'Location',
  show: 'Show',
  artist: 'Artist',
  searchEvents: pageWords.searchEvents.title,
  searchLocations: pageWords.searchLocations.title,
  searchShows: pageWords.searchShows.title,
  searchArtists: pageWords.searchArtists.title,
}
