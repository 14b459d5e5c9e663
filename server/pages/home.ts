import { listTopEvents } from '#contract/events.ts'
import { LATEST_NEWS_PER_PAGE, listNews } from '#contract/news.ts'
import { pageWords } from '#contract/page-words.ts'
import { pages } from '#contract/pages.ts'
import { listProgramme } from '#contract/shows.ts'
import { EVENT_TYPES } from '#domain/shows/event-types.ts'
import { programmePart } from './first-rows.ts'
import type { PageDescription, Visit } from './page.ts'
import { siteOf } from './schema-org.ts'

/** Describes the home page: the programme, the latest news and the top sellers. */
export async function describeHome({ search, ask, site }: Visit): Promise<PageDescription> {
  const type = EVENT_TYPES.find((known) => known === search['type'])
  const [{ elements: parts }] = await Promise.all([
    ask(listProgramme, {}),
    ask(listNews, { query: { pageIndex: 0, pageSize: LATEST_NEWS_PER_PAGE } }),
    ask(listTopEvents, { query: {} }),
    type && ask(listTopEvents, { query: { type } }),
  ])
  const { heading, lead } = pageWords.home
  return {
    title: pages.home.title,
    heading,
    description: lead,
    address: pages.home.href(),
    kind: 'home',
    programme: parts.map(programmePart),
    structuredData: siteOf(site),
  }
}
