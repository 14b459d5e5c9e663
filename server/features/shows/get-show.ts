import type { EventShow } from '#contract/shows.ts'
import type { ShowId } from '#domain/ids.ts'
import { problem } from '#domain/problem.ts'
import type { Db } from '#server/db/connection.ts'
import { showOfRow } from './show-of-row.ts'
import { selectShow } from './shows.sql.ts'

/** One show. */
export async function getShow(db: Db, showId: ShowId): Promise<EventShow> {
  const row = await selectShow(db, showId)
  if (!row) throw problem('not_found', { what: 'show' })
  return showOfRow(row)
}
