import type { Cancellation } from '#contract/cancellations.ts'
import type { ShowId, UserId } from '#domain/ids.ts'
import { problem } from '#domain/problem.ts'
import { logChange } from '#server/db/change-log.sql.ts'
import type { Db } from '#server/db/connection.ts'
import { stillThere } from '#server/db/edited-record.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { enqueueRefunds, lockShow, markCancelled, selectCancellation } from './cancellations.sql.ts'

type Request = { by: UserId; showId: ShowId; reason: string }

/**
 * Cancels a show that has not ended: from the commit on, nothing of it is reserved or sold. A job releases its
 * reservations and refunds its tickets. Does nothing to a show that is cancelled already. Throws `deleted` or
 * `not_found` without a show, `show_over`.
 */
export function cancelShow(db: Db, { by, showId, reason }: Request): Promise<Cancellation> {
  return inTransaction(db, async (tx) => {
    const show = await stillThere(tx, { kind: 'SHOW', id: showId }, await lockShow(tx, showId))
    if (!show.cancelledAt) {
      if (show.hasEnded) throw problem('show_over')
      await markCancelled(tx, showId, reason)
      const record = { kind: 'SHOW', id: showId, name: show.name, version: show.version + 1 } as const
      await logChange(tx, { by, action: 'CANCELLED', record, reason })
      await enqueueRefunds(tx, { showId })
    }
    const cancellation = await selectCancellation(tx, showId)
    if (!cancellation) throw new Error('The show that was just cancelled is not there.')
    return cancellation
  })
}
