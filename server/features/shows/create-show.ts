import type { EventShow, NewShow } from '#contract/shows.ts'
import type { UserId } from '#domain/ids.ts'
import { problem } from '#domain/problem.ts'
import { objectionsToSaleStart, publishedFromOf } from '#domain/shows/publication.ts'
import type { AppContext } from '#server/context.ts'
import type { Tx } from '#server/db/connection.ts'
import { logChange } from '#server/db/change-log.sql.ts'
import { runIdempotentRequest } from '#server/db/idempotent-request.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { selectNow } from '#server/db/now.ts'
import { updateEventTimes } from '#server/features/events/events.sql.ts'
import { keepPartsOfShow } from './keep-parts-of-show.ts'
import { showOfRow } from './show-of-row.ts'
import { insertShow, selectShow } from './shows.sql.ts'
import { wrongShowTimes } from './wrong-show-times.ts'

type Context = Pick<AppContext, 'db' | 'settings'>

type Request = { by: UserId; idempotencyKey: string | undefined }

/**
 * Creates a show of an event with the current VAT for tickets, and widens the event's times. Repeats the answer for the
 * same Idempotency-Key.
 */
export function createShow(
  { db, settings }: Context,
  { by, idempotencyKey: key }: Request,
  input: NewShow,
): Promise<EventShow> {
  const request = { call: 'show', ...input }
  return inTransaction(db, (tx) => runIdempotentRequest(tx, { userId: by, key, request }, () => create(tx)))

  async function create(tx: Tx): Promise<EventShow> {
    const now = await selectNow(tx)
    const fields = [...wrongShowTimes(input, now), ...objectionsToSaleStart(input)]
    if (fields.length > 0) throw problem('invalid_fields', { fields })

    await keepPartsOfShow(tx, input)

    const id = await insertShow(tx, {
      ...input,
      publishedFrom: publishedFromOf(input, now),
      saleStartsAt: input.saleStartsAt ?? null,
      saleEndsAt: input.saleEndsAt ?? null,
      vatPercent: settings.VAT_TICKETS,
    })
    await updateEventTimes(tx, input.eventId)
    const row = await selectShow(tx, id)
    if (!row) throw new Error('The show that was just created does not exist.')
    await logChange(tx, { by, action: 'CREATED', record: { kind: 'SHOW', id, name: row.name, version: 1 } })
    return showOfRow(row)
  }
}
