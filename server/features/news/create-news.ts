import type { z } from 'zod/mini'
import type { News, newNews } from '#contract/news.ts'
import type { UserId } from '#domain/ids.ts'
import { publishedFromOf } from '#domain/shows/publication.ts'
import { logChange } from '#server/db/change-log.sql.ts'
import type { Db } from '#server/db/connection.ts'
import { selectNow } from '#server/db/now.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { keepPartsOfNews } from './keep-parts-of-news.ts'
import { insertNews, selectArticle } from './news.sql.ts'

/**
 * Creates an article, with an optional event and image, published at once unless asked otherwise. Throws `not_found`
 * for an unknown event or image.
 */
export function createNews(db: Db, by: UserId, wanted: z.output<typeof newNews>): Promise<News> {
  return inTransaction(db, async (tx) => {
    const publishedFrom = publishedFromOf(wanted, await selectNow(tx))
    const id = await insertNews(tx, { ...(await keepPartsOfNews(tx, wanted)), publishedFrom })
    await logChange(tx, { by, action: 'CREATED', record: { kind: 'NEWS', id, name: wanted.title, version: 1 } })
    const article = await selectArticle(tx, id, { isAdmin: true })
    if (!article) throw new Error('The article that was just created is not there.')
    return article
  })
}
