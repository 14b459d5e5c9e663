import type { z } from 'zod/mini'
import type { AdminShow, publishShow as call } from '#contract/admin-shows.ts'
import type { ShowId, UserId } from '#domain/ids.ts'
import { problem } from '#domain/problem.ts'
import { objectionsToSaleStart, publishedFromOf } from '#domain/shows/publication.ts'
import type { Db } from '#server/db/connection.ts'
import { editable } from '#server/db/edited-record.ts'
import { selectNow } from '#server/db/now.ts'
import { saveEdit } from '#server/db/save-edit.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { lockEvent, updateEventTimes } from '#server/features/events/events.sql.ts'
import { readAdminShow } from './admin-shows.ts'
import { lockShow, lockTicketsOfShow, selectEventOfShow, updatePublication } from './admin-shows.sql.ts'

type Wanted = z.output<typeof call.body> & { id: ShowId }

/**
 * Changes when visitors see a show, and from when until when customers can buy it. Locks the show and its tickets, so
 * that each reservation and order either came before or is refused. Throws `changed_meanwhile` if the version is not
 * the current one.
 */
export function publishShow(db: Db, by: UserId, { id, version, ...choice }: Wanted): Promise<AdminShow> {
  return inTransaction(db, async (tx) => {
    const eventId = await selectEventOfShow(tx, id)
    if (eventId) await lockEvent(tx, eventId)
    const show = await editable(tx, { kind: 'SHOW', id }, await lockShow(tx, id), version)
    if (show.cancelledAt) throw problem('show_cancelled')
    await lockTicketsOfShow(tx, id)
    const publishedFrom = publishedFromOf(choice, await selectNow(tx), show.publishedFrom)
    const after = { publishedFrom, saleStartsAt: choice.saleStartsAt ?? null, saleEndsAt: choice.saleEndsAt ?? null }
    const fields = objectionsToSaleStart({ ...after, startTime: show.startTime })
    if (fields.length > 0) throw problem('invalid_fields', { fields })
    await saveEdit(tx, { by, record: { kind: 'SHOW', id, name: show.name }, before: show, after }, async () => {
      await updatePublication(tx, id, after)
      if (eventId) await updateEventTimes(tx, eventId)
    })
    const saved = await readAdminShow(tx, id)
    if (!saved) throw new Error('The show that was just published is not there.')
    return saved
  })
}
