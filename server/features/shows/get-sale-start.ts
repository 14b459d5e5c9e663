import type { ShowId } from '#domain/ids.ts'
import { problem } from '#domain/problem.ts'
import type { Db } from '#server/db/connection.ts'
import { selectSaleStart } from './sale-start.sql.ts'

type SaleStartRequest = { id: ShowId; viewer?: { isStaff: boolean } | undefined }

/** Reads the start of a show's sale, and the time by which pages count down to it. */
export async function getSaleStart(db: Db, { id, viewer }: SaleStartRequest) {
  const sale = await selectSaleStart(db, id)
  if (!sale || (!sale.isPublished && !viewer?.isStaff)) throw problem('not_found', { what: 'show' })
  return sale
}
