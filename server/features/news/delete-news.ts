import type { NewsId, UserId } from '#domain/ids.ts'
import { logChange } from '#server/db/change-log.sql.ts'
import type { Db } from '#server/db/connection.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { deleteNewsRow, lockNews } from './news.sql.ts'

/** Deletes an article and its read marks. Does nothing if the article is gone already. */
export function deleteNews(db: Db, by: UserId, id: NewsId): Promise<void> {
  return inTransaction(db, async (tx) => {
    const article = await lockNews(tx, id)
    if (!article) return
    await deleteNewsRow(tx, id)
    await logChange(tx, { by, action: 'DELETED', record: { kind: 'NEWS', id, name: article.title } })
  })
}
