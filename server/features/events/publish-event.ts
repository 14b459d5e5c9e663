import type { z } from 'zod/mini'
import type { AdminEvent, publishEvent as call } from '#contract/admin-events.ts'
import type { EventId, UserId } from '#domain/ids.ts'
import { publishedFromOf } from '#domain/shows/publication.ts'
import type { Db } from '#server/db/connection.ts'
import { editable } from '#server/db/edited-record.ts'
import { selectNow } from '#server/db/now.ts'
import { saveEdit } from '#server/db/save-edit.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { lockShowsOfEvent } from '#server/features/shows/admin-shows.sql.ts'
import { lockWholeEvent, selectAdminEvent, updateEventPublication } from './events.sql.ts'

type Wanted = z.output<typeof call.body> & { id: EventId }

/**
 * Changes when visitors see an event and its shows. Locks the shows and their tickets, so that each reservation and
 * order either came before or is refused. Throws `changed_meanwhile` if the version is not the current one.
 */
export function publishEvent(db: Db, by: UserId, { id, version, ...choice }: Wanted): Promise<AdminEvent> {
  return inTransaction(db, async (tx) => {
    const event = await editable(tx, { kind: 'EVENT', id }, await lockWholeEvent(tx, id), version)
    await lockShowsOfEvent(tx, id)
    const publishedFrom = publishedFromOf(choice, await selectNow(tx), event.publishedFrom)
    const record = { kind: 'EVENT', id, name: event.title } as const
    const edit = { by, record, before: event, after: { publishedFrom } }
    await saveEdit(tx, edit, () => updateEventPublication(tx, id, publishedFrom))
    const saved = await selectAdminEvent(tx, id)
    if (!saved) throw new Error('The event that was just published is not there.')
    return saved
  })
}
