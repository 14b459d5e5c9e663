import type { EventId, UserId } from '#domain/ids.ts'
import { counted } from '#domain/number-text.ts'
import { problem } from '#domain/problem.ts'
import { logChange } from '#server/db/change-log.sql.ts'
import type { Db } from '#server/db/connection.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { countUsesOfEvent, deleteEventRow, lockWholeEvent } from './events.sql.ts'

/**
 * Deletes an event. Throws `in_use` for one with shows or news articles. Does nothing if the event is gone already.
 */
export function deleteEvent(db: Db, by: UserId, id: EventId): Promise<void> {
  return inTransaction(db, async (tx) => {
    const event = await lockWholeEvent(tx, id)
    if (!event) return
    const { shows, news } = await countUsesOfEvent(tx, id)
    const uses = [
      ...(shows > 0 ? [counted(shows, 'show', 'shows')] : []),
      ...(news > 0 ? [counted(news, 'news article', 'news articles')] : []),
    ]
    if (uses.length > 0) throw problem('in_use', { what: 'event', uses: uses.join(' and ') })
    await deleteEventRow(tx, id)
    await logChange(tx, { by, action: 'DELETED', record: { kind: 'EVENT', id, name: event.title } })
  })
}
