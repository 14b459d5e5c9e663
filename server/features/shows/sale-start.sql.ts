import { sql } from 'kysely'
import type { ShowId } from '#domain/ids.ts'
import type { Db } from '#server/db/connection.ts'
import { now } from '#server/db/now.ts'
import { isShowPublished } from '#server/db/published.sql.ts'

/** Reads the start of a show's sale, and the time. Undefined for an unknown show. */
export function selectSaleStart(db: Db, showId: ShowId) {
  return db
    .selectFrom('event_shows')
    .select(['sale_starts_at as saleStartsAt', isShowPublished.as('isPublished'), sql<Date>`${now}`.as('now')])
    .where('id', '=', showId)
    .executeTakeFirst()
}
