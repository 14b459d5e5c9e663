import type { Paged } from '#contract/fields.ts'
import type { News, NewsSearch } from '#contract/news.ts'
import type { UserId } from '#domain/ids.ts'
import type { Db } from '#server/db/connection.ts'
import { newsOfRow } from './news-of-row.ts'
import { selectNewsPageOfUser } from './news.sql.ts'

/** The articles that all given filters match, newest first, each with whether this user has read it. */
export async function listOwnNews(db: Db, userId: UserId, search: NewsSearch): Promise<Paged<News>> {
  const { total, elements } = await selectNewsPageOfUser(db, userId, search)
  return { total, elements: elements.map(newsOfRow) }
}
