import type { NewsId } from '#domain/ids.ts'
import { problem } from '#domain/problem.ts'
import type { Db } from '#server/db/connection.ts'
import { insertNewsRead, type Reader } from './news.sql.ts'

/** Marks an article as read by a user. Idempotent. */
export async function markNewsRead(db: Db, reader: Reader, newsId: NewsId): Promise<void> {
  if (!(await insertNewsRead(db, reader, newsId))) throw problem('not_found', { what: 'news article' })
}
