import { type RawBuilder, sql } from 'kysely'
import type { PageOfOne, PublicPage } from '#contract/pages.ts'
import type { Db } from '#server/db/connection.ts'

/** A public page that exists once per record. */
type ThingPage = PageOfOne & PublicPage

export type ThingAddress = { page: ThingPage; id: number; changedAt: Date | null }

/** Selects id and last change of the records of each page, in a fixed order of pages. */
const things: Record<ThingPage, RawBuilder<unknown>> = {
  event: sql`select id, null::timestamptz from events`,
  location: sql`select id, null::timestamptz from locations`,
  artist: sql`select id, null::timestamptz from artists`,
  product: sql`select id, created_at from merchandise_products where state = 'ON_SALE'`,
  newsArticle: sql`select id, published_at from news`,
}

const parts = Object.entries(things).map(
  ([page, rows], place) =>
    sql`select ${sql.lit(place)} as place, ${sql.lit(page)} as page, things.* from (${rows}) as things (id, "changedAt")`,
)
const publicPages = sql`(${sql.join(parts, sql` union all `)}) as pages`

/** Lists one part of all public pages with an id, in a stable order. */
export async function selectPublicPages(db: Db, part: { offset: number; limit: number }): Promise<ThingAddress[]> {
  const { rows } = await sql<ThingAddress>`
    select page, id, "changedAt" from ${publicPages} order by place, id limit ${part.limit} offset ${part.offset}`.execute(
    db,
  )
  return rows
}

export async function countPublicPages(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${publicPages}`.execute(db)
  return rows[0]?.count ?? 0
}
