import type { PageSearch } from './page-search.ts'
import type { SearchTab } from './pages.ts'

type FilteredPage = SearchTab | 'news' | 'merchandise'

/**
 * The filters of each list that visitors see at once, in order. Further filters are shown on demand. The client counts
 * the used ones among those, and the server derives the space that it reserves in the prerendered shell.
 */
export const firstFilters = {
  news: ['content'],
  merchandise: ['name', 'sortOption'],
  searchEvents: ['title', 'type'],
  searchLocations: ['name', 'city'],
  searchShows: ['name', 'eventName', 'artistName', 'city'],
  searchArtists: ['firstName', 'lastName', 'stageName'],
} as const satisfies { readonly [Page in FilteredPage]: readonly (keyof PageSearch<Page>)[] }

/** Counts the filters of a query besides some known ones. */
export function countFurtherFilters(query: object, known: readonly string[]): number {
  return Object.entries(query).filter(
    ([name, value]) => name !== 'pageIndex' && value !== undefined && value !== '' && !known.includes(name),
  ).length
}
