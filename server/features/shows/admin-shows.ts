import type { z } from 'zod/mini'
import type { Paged } from '#contract/fields.ts'
import type { AdminShow, listAdminShows as call } from '#contract/admin-shows.ts'
import type { ShowId } from '#domain/ids.ts'
import { withFree } from '#domain/tickets/place-counts.ts'
import type { Db, Tx } from '#server/db/connection.ts'
import { stillThere } from '#server/db/edited-record.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { selectAdminShows, selectSales } from './admin-shows.sql.ts'
import { showOfRow } from './show-of-row.ts'
import { selectShow, type ShowRow } from './shows.sql.ts'

/** Lists shows with how they sell. */
export async function listAdminShows(db: Db, search: z.output<typeof call.query>): Promise<Paged<AdminShow>> {
  const { total, elements } = await selectAdminShows(db, search)
  return { total, elements: await withSales(db, elements) }
}

/** Reads a show for editing. Throws `deleted` or `not_found`. */
export function getAdminShow(db: Db, id: ShowId): Promise<AdminShow> {
  return inTransaction(db, async (tx) => stillThere(tx, { kind: 'SHOW', id }, await readAdminShow(tx, id)))
}

/** Reads a show with how it sells. Undefined for an unknown show. */
export async function readAdminShow(tx: Tx, id: ShowId): Promise<AdminShow | undefined> {
  const row = await selectShow(tx, id)
  const [show] = row ? await withSales(tx, [row]) : []
  return show
}

async function withSales(db: Db | Tx, rows: readonly ShowRow[]): Promise<AdminShow[]> {
  const salesOf = await selectSales(
    db,
    rows.map(({ id }) => id),
  )
  return rows.flatMap((row) => {
    const sales = salesOf.get(row.id)
    if (!sales) return []
    const { version, isCancelled, isDeletable, ...counts } = sales
    const { publishedFrom, publication, saleStartsAt, saleEndsAt } = row
    const published = { publishedFrom, publication, saleStartsAt, saleEndsAt }
    return { ...showOfRow(row), version, isCancelled, isDeletable, ...published, ...withFree(counts) }
  })
}
