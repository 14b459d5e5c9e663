import { sql } from 'kysely'
import type { Db } from '#server/db/connection.ts'

export type PublicPage = {
  kind: 'event' | 'location' | 'artist' | 'product' | 'news'
  id: number
  changedAt: Date | null
}

const publicPages = sql`(
  select 1 as place, 'event' as kind, id, null::timestamptz as "changedAt" from events
  union all select 2, 'location', id, null from locations
  union all select 3, 'artist', id, null from artists
  union all select 4, 'product', id, created_at from merchandise_products where state = 'ON_SALE'
  union all select 5, 'news', id, published_at from news) as pages`

/** The pages that have a row of their own and are for everybody, always in the same order. */
export async function selectPublicPages(db: Db, part: { offset: number; limit: number }): Promise<PublicPage[]> {
  const { rows } = await sql<PublicPage>`
    select kind, id, "changedAt" from ${publicPages} order by place, id limit ${part.limit} offset ${part.offset}`.execute(
    db,
  )
  return rows
}

export async function countPublicPages(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${publicPages}`.execute(db)
  return rows[0]?.count ?? 0
}
