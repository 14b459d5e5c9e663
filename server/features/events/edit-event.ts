import type { AdminEvent } from '#contract/admin-events.ts'
import type { EventId, UserId } from '#domain/ids.ts'
import { problem } from '#domain/problem.ts'
import type { Db, Tx } from '#server/db/connection.ts'
import { editable } from '#server/db/edited-record.ts'
import { saveEdit } from '#server/db/save-edit.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { lockImage } from '#server/features/images/images.sql.ts'
import { type EventFields, lockWholeEvent, selectAdminEvent, updateEvent } from './events.sql.ts'

type Edit = EventFields & { id: EventId; version: number }

/** Replaces the fields of an event. Throws `changed_meanwhile` if the version is not the current one. */
export function editEvent(db: Db, by: UserId, { id, version, ...wanted }: Edit): Promise<AdminEvent> {
  return inTransaction(db, async (tx) => {
    if (wanted.imageId && !(await lockImage(tx, wanted.imageId))) throw problem('not_found', { what: 'image' })
    const before = await editable(tx, { kind: 'EVENT', id }, await lockWholeEvent(tx, id), version)
    const record = { kind: 'EVENT', id, name: wanted.title } as const
    const edit = { by, record, before, after: { imageId: null, ...wanted } }
    await saveEdit(tx, edit, () => updateEvent(tx, id, wanted))
    return saved(tx, id)
  })
}

async function saved(tx: Tx, id: EventId): Promise<AdminEvent> {
  const event = await selectAdminEvent(tx, id)
  if (!event) throw new Error('The event that was just saved is not there.')
  return event
}
