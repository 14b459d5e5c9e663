/** What stands above the four searches. */
export const texts = {
  search: 'Search',
  tabs: 'What to search for',
  event: 'Event',
  location: 'Location',
  show: 'Show',
  artist: 'Artist',
  searchEvents: 'Search events',
  searchLocations: 'Search locations',
  searchShows: 'Search shows',
  searchArtists: 'Search artists',
}
