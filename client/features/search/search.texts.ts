import { pageWords } from '#contract/page-words.ts'

/** What stands above the four searches. */
export const texts = {
  search: pageWords.search.title,
  tabs: 'What to search for',
  event: pageWords.searchEvents.tab,
  location: pageWords.searchLocations.tab,
  show: pageWords.searchShows.tab,
  artist: pageWords.searchArtists.tab,
  searchEvents: pageWords.searchEvents.title,
  searchLocations: pageWords.searchLocations.title,
  searchShows: pageWords.searchShows.title,
  searchArtists: pageWords.searchArtists.title,
}
