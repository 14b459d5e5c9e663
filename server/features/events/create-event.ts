import type { Event } from '#contract/events.ts'
import { problem } from '#domain/problem.ts'
import type { Db } from '#server/db/connection.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { lockImage } from '#server/features/images/images.sql.ts'
import { insertEvent, type NewEvent, selectEvent } from './events.sql.ts'

/** Creates an event without shows. */
export function createEvent(db: Db, wanted: NewEvent): Promise<Event> {
  return inTransaction(db, async (tx) => {
    if (wanted.imageId && !(await lockImage(tx, wanted.imageId))) throw problem('not_found', { what: 'image' })
    const event = await selectEvent(tx, await insertEvent(tx, wanted))
    if (!event) throw new Error('The event that was just made is not there.')
    return event
  })
}
