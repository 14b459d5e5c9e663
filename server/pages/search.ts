import { artistSearch, listArtists } from '#contract/artists.ts'
import { eventSearch, listEvents } from '#contract/events.ts'
import { ROWS_PER_PAGE } from '#contract/fields.ts'
import { firstFilters } from '#contract/first-filters.ts'
import { readListQuery } from '#contract/list-query.ts'
import { listLocations, locationSearch } from '#contract/locations.ts'
import { pageWords } from '#contract/page-words.ts'
import { pages, type SearchTab, searchTabs } from '#contract/pages.ts'
import { listShows, showSearch } from '#contract/shows.ts'
import { artistRow, eventRow, locationRow, showRow } from './first-rows.ts'
import { listAddress } from './list-address.ts'
import type { FirstRow, PageDescription, Visit } from './page.ts'

const tabs = searchTabs.map((key) => ({ name: pages[key].tab, address: pages[key].href() }))

type Search = {
  readonly tab: SearchTab
  readonly query: { readonly pageIndex: number }
  readonly rows: readonly FirstRow[]
}

function searchPage({ tab, query, rows }: Search): PageDescription {
  return {
    title: pages[tab].title,
    description: pageWords[tab].lead,
    lead: '',
    address: listAddress(pages[tab].href(), query),
    list: { layout: tab === 'searchEvents' ? 'rows' : 'thumbs', tabs, filters: firstFilters[tab].length, rows },
  }
}

/** Describes the search for events. */
export async function describeEventSearch({ search, ask }: Visit): Promise<PageDescription> {
  const query = readListQuery(eventSearch, search)
  const { elements } = await ask(listEvents, { query: { ...query, pageSize: ROWS_PER_PAGE } })
  const rows = elements.map(eventRow)
  return searchPage({ tab: 'searchEvents', query, rows })
}

/** Describes the search for locations. */
export async function describeLocationSearch({ search, ask }: Visit): Promise<PageDescription> {
  const query = readListQuery(locationSearch, search)
  const { elements } = await ask(listLocations, { query: { ...query, pageSize: ROWS_PER_PAGE } })
  const rows = elements.map(locationRow)
  return searchPage({ tab: 'searchLocations', query, rows })
}

/** Describes the search for shows: upcoming ones, unless the query names dates. */
export async function describeShowSearch({ search, ask }: Visit): Promise<PageDescription> {
  const query = readListQuery(showSearch, search)
  const isDated = query.startDate !== undefined || query.endDate !== undefined
  const asked = isDated ? query : { when: 'coming' as const, ...query }
  const { elements } = await ask(listShows, { query: { ...asked, pageSize: ROWS_PER_PAGE } })
  const rows = elements.map(showRow)
  return searchPage({ tab: 'searchShows', query, rows })
}

/** Describes the search for artists. */
export async function describeArtistSearch({ search, ask }: Visit): Promise<PageDescription> {
  const query = readListQuery(artistSearch, search)
  const { elements } = await ask(listArtists, { query: { ...query, pageSize: ROWS_PER_PAGE } })
  const rows = elements.map(artistRow)
  return searchPage({ tab: 'searchArtists', query, rows })
}
