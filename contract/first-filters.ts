import type { PageSearch } from './page-search.ts'
import type { SearchTab } from './pages.ts'

type FilteredPage = SearchTab | 'news' | 'merchandise'

/**
 * The filters of each list that visitors see at once, in order. Further filters are shown on demand. The client derives
 * from it whether further filters are used, and the server the space that it reserves in the prerendered shell.
 */
export const firstFilters = {
  news: ['content'],
  merchandise: ['name', 'sortOption'],
  searchEvents: ['title', 'type'],
  searchLocations: ['name', 'city'],
  searchShows: ['name', 'eventName', 'artistName', 'city'],
  searchArtists: ['firstName', 'lastName', 'stageName'],
} as const satisfies { readonly [Page in FilteredPage]: readonly (keyof PageSearch<Page>)[] }

/** Tells whether a query has filters besides some known ones. */
export function hasFurtherFilters(query: object, known: readonly string[]): boolean {
  return Object.entries(query).some(
    ([name, value]) => name !== 'pageIndex' && value !== undefined && value !== '' && !known.includes(name),
  )
}
