import { artistSearch, listArtists } from '#contract/artists.ts'
import { eventSearch, listEvents } from '#contract/events.ts'
import { ROWS_PER_PAGE } from '#contract/fields.ts'
import { readListQuery } from '#contract/list-query.ts'
import { listLocations, locationSearch } from '#contract/locations.ts'
import { pageWords } from '#contract/page-words.ts'
import { listShows, showSearch } from '#contract/shows.ts'
import { artistRow, eventRow, locationRow, showRow } from './first-rows.ts'
import { listAddress } from './list-address.ts'
import type { FirstRow, Page, Visit } from './page.ts'

const tabs = [
  { name: pageWords.searchEvents.tab, address: 'search/event' },
  { name: pageWords.searchLocations.tab, address: 'search/location' },
  { name: pageWords.searchShows.tab, address: 'search/event-show' },
  { name: pageWords.searchArtists.tab, address: 'search/artist' },
]

type Search = {
  readonly words: { readonly title: string; readonly lead: string }
  readonly path: string
  readonly query: { readonly pageIndex: number }
  readonly filters: number
  readonly rows: readonly FirstRow[]
}

function searchPage({ words, path, query, filters, rows }: Search): Page {
  return {
    title: words.title,
    description: words.lead,
    lead: '',
    address: listAddress(path, query),
    list: { layout: 'rows', tabs, filters, rows },
  }
}

/** The search for events. */
export async function describeEventSearch({ search, ask }: Visit): Promise<Page> {
  const query = readListQuery(eventSearch, search)
  const { elements } = await ask(listEvents, { query: { ...query, pageSize: ROWS_PER_PAGE } })
  const rows = elements.map(eventRow)
  return searchPage({ words: pageWords.searchEvents, path: 'search/event', query, filters: 2, rows })
}

/** The search for locations. */
export async function describeLocationSearch({ search, ask }: Visit): Promise<Page> {
  const query = readListQuery(locationSearch, search)
  const { elements } = await ask(listLocations, { query: { ...query, pageSize: ROWS_PER_PAGE } })
  const rows = elements.map(locationRow)
  return searchPage({ words: pageWords.searchLocations, path: 'search/location', query, filters: 2, rows })
}

/** The search for shows: those to come, unless dates are named. */
export async function describeShowSearch({ search, ask }: Visit): Promise<Page> {
  const query = readListQuery(showSearch, search)
  const isDated = query.startDate !== undefined || query.endDate !== undefined
  const asked = isDated ? query : { when: 'coming' as const, ...query }
  const { elements } = await ask(listShows, { query: { ...asked, pageSize: ROWS_PER_PAGE } })
  const rows = elements.map(showRow)
  return searchPage({ words: pageWords.searchShows, path: 'search/event-show', query, filters: 3, rows })
}

/** The search for artists. */
export async function describeArtistSearch({ search, ask }: Visit): Promise<Page> {
  const query = readListQuery(artistSearch, search)
  const { elements } = await ask(listArtists, { query: { ...query, pageSize: ROWS_PER_PAGE } })
  const rows = elements.map(artistRow)
  return searchPage({ words: pageWords.searchArtists, path: 'search/artist', query, filters: 2, rows })
}
