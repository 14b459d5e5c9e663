import type { ShowId, UserId } from '#domain/ids.ts'
import { counted } from '#domain/number-text.ts'
import { problem } from '#domain/problem.ts'
import { logChange } from '#server/db/change-log.sql.ts'
import type { Db } from '#server/db/connection.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { lockEvent, updateEventTimes } from '#server/features/events/events.sql.ts'
import {
  countTicketsOfShow,
  deleteRestOfShow,
  deleteShowRow,
  lockShowToDelete,
  lockTicketsOfShow,
  selectEventOfShow,
} from './admin-shows.sql.ts'

/**
 * Deletes a show that has no tickets and no reservations, also no refunded or expired ones, and none whose money may
 * still come. Throws `in_use` for any other, `show_cancelled` for a cancelled one. Does nothing if the show is gone
 * already.
 */
export function deleteShow(db: Db, by: UserId, id: ShowId): Promise<void> {
  return inTransaction(db, async (tx) => {
    const eventId = await selectEventOfShow(tx, id)
    if (!eventId) return
    await lockEvent(tx, eventId)
    const show = await lockShowToDelete(tx, id)
    if (!show) return
    if (show.cancelledAt) throw problem('show_cancelled')
    await lockTicketsOfShow(tx, id)
    const { all } = await countTicketsOfShow(tx, id)
    const uses = counted(all, 'ticket or reservation', 'tickets or reservations')
    if (all > 0) throw problem('in_use', { what: 'show', uses })
    await deleteRestOfShow(tx, id)
    await deleteShowRow(tx, id)
    await updateEventTimes(tx, eventId)
    await logChange(tx, { by, action: 'DELETED', record: { kind: 'SHOW', id, name: show.name } })
  })
}
