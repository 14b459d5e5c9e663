import { artistSearch, listArtists } from '#contract/artists.ts'
import { eventSearch, listEvents } from '#contract/events.ts'
import { ROWS_PER_PAGE } from '#contract/fields.ts'
import { FIRST_PICTURE_SIZES } from '#contract/images.ts'
import { readListQuery } from '#contract/list-query.ts'
import { listLocations, locationSearch } from '#contract/locations.ts'
import { pageWords } from '#contract/page-words.ts'
import { listShows, showSearch } from '#contract/shows.ts'
import { listAddress } from './list-address.ts'
import { type Page, pictureOf, type Visit } from './page.ts'

type Words = { readonly title: string; readonly lead: string }

function searchPage({ title, lead }: Words, path: string, query: { pageIndex: number }): Page {
  return { title, description: lead, address: listAddress(path, query) }
}

/** The search for events. */
export async function describeEventSearch({ search, ask }: Visit): Promise<Page> {
  const query = readListQuery(eventSearch, search)
  const { elements } = await ask(listEvents, { query: { ...query, pageSize: ROWS_PER_PAGE } })
  return {
    ...searchPage(pageWords.searchEvents, 'search/event', query),
    firstInList: pictureOf(elements[0]?.imageName, FIRST_PICTURE_SIZES.eventInList),
  }
}

/** The search for locations. */
export async function describeLocationSearch({ search, ask }: Visit): Promise<Page> {
  const query = readListQuery(locationSearch, search)
  await ask(listLocations, { query: { ...query, pageSize: ROWS_PER_PAGE } })
  return searchPage(pageWords.searchLocations, 'search/location', query)
}

/** The search for shows: those to come, unless dates are named. */
export async function describeShowSearch({ search, ask }: Visit): Promise<Page> {
  const query = readListQuery(showSearch, search)
  const isDated = query.startDate !== undefined || query.endDate !== undefined
  const asked = isDated ? query : { when: 'coming' as const, ...query }
  await ask(listShows, { query: { ...asked, pageSize: ROWS_PER_PAGE } })
  return searchPage(pageWords.searchShows, 'search/event-show', query)
}

/** The search for artists. */
export async function describeArtistSearch({ search, ask }: Visit): Promise<Page> {
  const query = readListQuery(artistSearch, search)
  await ask(listArtists, { query: { ...query, pageSize: ROWS_PER_PAGE } })
  return searchPage(pageWords.searchArtists, 'search/artist', query)
}
