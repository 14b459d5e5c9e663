import type { Event } from '#contract/events.ts'
import type { UserId } from '#domain/ids.ts'
import { problem } from '#domain/problem.ts'
import { publishedFromOf } from '#domain/shows/publication.ts'
import { logChange } from '#server/db/change-log.sql.ts'
import type { Db } from '#server/db/connection.ts'
import { selectNow } from '#server/db/now.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { lockImage } from '#server/features/images/images.sql.ts'
import { insertEvent, type NewEvent, selectEvent } from './events.sql.ts'

/**
 * Creates an event without shows, published at once unless asked otherwise. Throws `not_found` for an unknown image.
 */
export function createEvent(db: Db, by: UserId, wanted: NewEvent): Promise<Event> {
  return inTransaction(db, async (tx) => {
    if (wanted.imageId && !(await lockImage(tx, wanted.imageId))) throw problem('not_found', { what: 'image' })
    const publishedFrom = publishedFromOf(wanted, await selectNow(tx))
    const id = await insertEvent(tx, { ...wanted, publishedFrom })
    await logChange(tx, { by, action: 'CREATED', record: { kind: 'EVENT', id, name: wanted.title, version: 1 } })
    const event = await selectEvent(tx, id, { isAdmin: true })
    if (!event) throw new Error('The event that was just made is not there.')
    return event
  })
}
