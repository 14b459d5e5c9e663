import type { Paged } from '#contract/fields.ts'
import type { News, NewsSearch } from '#contract/news.ts'
import type { Db } from '#server/db/connection.ts'
import { newsOfRow } from './news-of-row.ts'
import { selectNewsPage } from './news.sql.ts'

/** The articles that all given filters match, newest first. */
export async function listNews(db: Db, search: NewsSearch): Promise<Paged<News>> {
  const { total, elements } = await selectNewsPage(db, search)
  return { total, elements: elements.map(newsOfRow) }
}
