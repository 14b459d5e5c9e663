import type { AdminNews } from '#contract/admin-news.ts'
import type { NewsId } from '#domain/ids.ts'
import type { Db } from '#server/db/connection.ts'
import { stillThere } from '#server/db/edited-record.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { selectAdminArticle } from './news.sql.ts'

/** Reads an article for editing. Throws `deleted` or `not_found`. */
export function getAdminNews(db: Db, id: NewsId): Promise<AdminNews> {
  return inTransaction(db, async (tx) => stillThere(tx, { kind: 'NEWS', id }, await selectAdminArticle(tx, id)))
}
