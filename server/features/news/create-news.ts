import type { z } from 'zod/mini'
import type { News, newNews } from '#contract/news.ts'
import type { EventId, ImageId, UserId } from '#domain/ids.ts'
import { problem } from '#domain/problem.ts'
import { logChange } from '#server/db/change-log.sql.ts'
import type { Db } from '#server/db/connection.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { selectEvent } from '#server/features/events/events.sql.ts'
import { lockImage } from '#server/features/images/images.sql.ts'
import { insertNews, selectArticle } from './news.sql.ts'

/** Publishes an article, with an optional event and image. */
export function createNews(db: Db, by: UserId, wanted: z.output<typeof newNews>): Promise<News> {
  const eventId = wanted.eventId === 0 ? null : (wanted.eventId as EventId)
  const imageId = wanted.imageId === 0 ? null : (wanted.imageId as ImageId)
  return inTransaction(db, async (tx) => {
    if (eventId && !(await selectEvent(tx, eventId))) throw problem('not_found', { what: 'event' })
    if (imageId && !(await lockImage(tx, imageId))) throw problem('not_found', { what: 'image' })
    const id = await insertNews(tx, { ...wanted, eventId, imageId })
    await logChange(tx, { by, action: 'CREATED', record: { kind: 'NEWS', id, name: wanted.title, version: 1 } })
    const article = await selectArticle(tx, id)
    if (!article) throw new Error('The article that was just published is not there.')
    return article
  })
}
