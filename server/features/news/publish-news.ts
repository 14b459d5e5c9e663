import type { z } from 'zod/mini'
import type { AdminNews, publishNews as call } from '#contract/admin-news.ts'
import type { NewsId, UserId } from '#domain/ids.ts'
import { publishedFromOf } from '#domain/shows/publication.ts'
import type { Db } from '#server/db/connection.ts'
import { editable } from '#server/db/edited-record.ts'
import { selectNow } from '#server/db/now.ts'
import { saveEdit } from '#server/db/save-edit.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { lockNews, selectAdminArticle, updateNewsPublication } from './news.sql.ts'

type Wanted = z.output<typeof call.body> & { id: NewsId }

/** Changes when visitors see an article. Throws `changed_meanwhile` if the version is not the current one. */
export function publishNews(db: Db, by: UserId, { id, version, ...choice }: Wanted): Promise<AdminNews> {
  return inTransaction(db, async (tx) => {
    const article = await editable(tx, { kind: 'NEWS', id }, await lockNews(tx, id), version)
    const publishedFrom = publishedFromOf(choice, await selectNow(tx), article.publishedFrom)
    const record = { kind: 'NEWS', id, name: article.title } as const
    const edit = { by, record, before: article, after: { publishedFrom } }
    await saveEdit(tx, edit, () => updateNewsPublication(tx, id, publishedFrom))
    const saved = await selectAdminArticle(tx, id)
    if (!saved) throw new Error('The article that was just published is not there.')
    return saved
  })
}
