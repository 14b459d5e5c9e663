import type { z } from 'zod/mini'
import type { News, newNews } from '#contract/news.ts'
import type { UserId } from '#domain/ids.ts'
import { logChange } from '#server/db/change-log.sql.ts'
import type { Db } from '#server/db/connection.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { keepPartsOfNews } from './keep-parts-of-news.ts'
import { insertNews, selectArticle } from './news.sql.ts'

/** Publishes an article, with an optional event and image. Throws `not_found` for an unknown one of these. */
export function createNews(db: Db, by: UserId, wanted: z.output<typeof newNews>): Promise<News> {
  return inTransaction(db, async (tx) => {
    const id = await insertNews(tx, await keepPartsOfNews(tx, wanted))
    await logChange(tx, { by, action: 'CREATED', record: { kind: 'NEWS', id, name: wanted.title, version: 1 } })
    const article = await selectArticle(tx, id)
    if (!article) throw new Error('The article that was just published is not there.')
    return article
  })
}
