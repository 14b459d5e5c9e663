import type { z } from 'zod/mini'
import type { AdminNews } from '#contract/admin-news.ts'
import type { newNews } from '#contract/news.ts'
import type { NewsId, UserId } from '#domain/ids.ts'
import type { Db, Tx } from '#server/db/connection.ts'
import { editable } from '#server/db/edited-record.ts'
import { saveEdit } from '#server/db/save-edit.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { keepPartsOfNews } from './keep-parts-of-news.ts'
import { lockNews, selectAdminArticle, updateNews } from './news.sql.ts'

type Edit = Omit<z.output<typeof newNews>, 'isDraft' | 'publishedFrom'> & { id: NewsId; version: number }

/**
 * Replaces the fields of an article, which keeps its date and its read marks. Throws `changed_meanwhile` if the version
 * is not the current one.
 */
export function editNews(db: Db, by: UserId, { id, version, ...wanted }: Edit): Promise<AdminNews> {
  return inTransaction(db, async (tx) => {
    const fields = await keepPartsOfNews(tx, wanted)
    const before = await editable(tx, { kind: 'NEWS', id }, await lockNews(tx, id), version)
    const record = { kind: 'NEWS', id, name: wanted.title } as const
    await saveEdit(tx, { by, record, before, after: fields }, () => updateNews(tx, id, fields))
    return saved(tx, id)
  })
}

async function saved(tx: Tx, id: NewsId): Promise<AdminNews> {
  const article = await selectAdminArticle(tx, id)
  if (!article) throw new Error('The article that was just saved is not there.')
  return article
}
