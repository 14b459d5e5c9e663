import type { News } from '#contract/news.ts'
import type { NewsId } from '#domain/ids.ts'
import { problem } from '#domain/problem.ts'
import type { Db } from '#server/db/connection.ts'
import { newsOfRow } from './news-of-row.ts'
import { selectNews } from './news.sql.ts'

/** One article. */
export async function getNews(db: Db, newsId: NewsId): Promise<News> {
  const row = await selectNews(db, newsId)
  if (!row) throw problem('not_found', { what: 'news article' })
  return newsOfRow(row)
}
