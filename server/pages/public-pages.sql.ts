import { type RawBuilder, sql } from 'kysely'
import type { PublicDetailPage } from '#contract/pages.ts'
import type { Db } from '#server/db/connection.ts'
import { isEventPublished, isNewsPublished, isProductPublished } from '#server/db/published.sql.ts'
import { plannedEachTime } from '#server/db/prepared-client.ts'

export type PageRow = { page: PublicDetailPage; id: number; changedAt: Date | null }

/** Selects id and last change of the entities of each page. The sitemap keeps this order. */
const entities: Record<PublicDetailPage, RawBuilder<unknown>> = {
  event: sql`select id, null::timestamptz from events where ${isEventPublished}`,
  location: sql`select id, null::timestamptz from locations`,
  artist: sql`select id, null::timestamptz from artists`,
  product: sql`select id, created_at from merchandise_products where ${isProductPublished('merchandise_products')}`,
  newsArticle: sql`select id, published_at from news where ${isNewsPublished}`,
}

const parts = Object.entries(entities).map(
  ([page, rows], order) =>
    sql`select ${sql.lit(order)} as place, ${sql.lit(page)} as page, entities.* from (${rows}) as entities (id, "changedAt")`,
)
const publicPages = sql`(${sql.join(parts, sql` union all `)}) as pages`

/** Lists one part of all public detail pages, in a stable order. */
export async function selectPublicPages(db: Db, part: { offset: number; limit: number }): Promise<PageRow[]> {
  const { rows } = await sql<PageRow>`
    select page, id, "changedAt" from ${publicPages} order by place, id limit ${part.limit} offset ${part.offset} ${plannedEachTime}`.execute(
    db,
  )
  return rows
}

export async function countPublicPages(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${publicPages}`.execute(db)
  return rows[0]?.count ?? 0
}
