import type { Cancellation } from '#contract/cancellations.ts'
import type { ShowId } from '#domain/ids.ts'
import type { Db } from '#server/db/connection.ts'
import { stillThere } from '#server/db/edited-record.ts'
import { selectCancellation } from './cancellations.sql.ts'

/** Reads the cancellation of a show, or what it would concern. Throws `deleted` or `not_found`. */
export async function getCancellation(db: Db, showId: ShowId): Promise<Cancellation> {
  return stillThere(db, { kind: 'SHOW', id: showId }, await selectCancellation(db, showId))
}
