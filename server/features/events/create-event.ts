import type { Event } from '#contract/events.ts'
import type { UserId } from '#domain/ids.ts'
import { problem } from '#domain/problem.ts'
import { logChange } from '#server/db/change-log.sql.ts'
import type { Db } from '#server/db/connection.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { lockImage } from '#server/features/images/images.sql.ts'
import { insertEvent, type NewEvent, selectEvent } from './events.sql.ts'

/** Creates an event without shows. Throws `not_found` for an unknown image. */
export function createEvent(db: Db, by: UserId, wanted: NewEvent): Promise<Event> {
  return inTransaction(db, async (tx) => {
    if (wanted.imageId && !(await lockImage(tx, wanted.imageId))) throw problem('not_found', { what: 'image' })
    const id = await insertEvent(tx, wanted)
    await logChange(tx, { by, action: 'CREATED', record: { kind: 'EVENT', id, name: wanted.title, version: 1 } })
    const event = await selectEvent(tx, id)
    if (!event) throw new Error('The event that was just made is not there.')
    return event
  })
}
