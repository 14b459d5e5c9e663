import type { z } from 'zod/mini'
import type { createShows as call } from '#contract/admin-shows.ts'
import type { ShowId, UserId } from '#domain/ids.ts'
import { counted } from '#domain/number-text.ts'
import { problem } from '#domain/problem.ts'
import { objectionsToSaleStart, publishedFromOf } from '#domain/shows/publication.ts'
import type { AppContext } from '#server/context.ts'
import { logChange } from '#server/db/change-log.sql.ts'
import { runIdempotentRequest } from '#server/db/idempotent-request.ts'
import { selectNow } from '#server/db/now.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { updateEventTimes } from '#server/features/events/events.sql.ts'
import { checkShows } from './check-shows.ts'
import { keepPartsOfShow } from './keep-parts-of-show.ts'
import { insertShow } from './shows.sql.ts'
import { wrongShowTimes } from './wrong-show-times.ts'

type Series = z.output<typeof call.body>
type Made = { total: number; elements: { id: ShowId; startTime: Date | string }[] }
type Context = Pick<AppContext, 'db' | 'settings'>
type Request = { by: UserId; idempotencyKey: string | undefined }

/**
 * Creates a series of shows in one transaction: all or none. Throws `shows_need_confirmation` for odd shows that are
 * not confirmed. Repeats the answer for the same Idempotency-Key.
 */
export function createShows(
  { db, settings }: Context,
  { by, idempotencyKey: key }: Request,
  series: Series,
): Promise<Made> {
  const { times, isConfirmed = false, ...shared } = series
  return inTransaction(db, (tx) =>
    runIdempotentRequest<Made>(tx, { userId: by, key, request: { call: 'series', ...series } }, async () => {
      const now = await selectNow(tx)
      const wrong = times.flatMap((each, at) =>
        wrongShowTimes(each, now).map(({ field, message }) => ({ field: `times.${at}.${field}`, message })),
      )
      const fields = [...wrong, ...times.flatMap((each) => objectionsToSaleStart({ ...shared, ...each })).slice(0, 1)]
      if (fields.length > 0) throw problem('invalid_fields', { fields })
      await keepPartsOfShow(tx, shared)
      const warnings = isConfirmed ? [] : await checkShows(tx, { ...shared, times })
      if (warnings.length > 0) {
        throw problem('shows_need_confirmation', { oddities: counted(warnings.length, 'warning', 'warnings') })
      }
      const publishedFrom = publishedFromOf(shared, now)
      const { saleStartsAt = null } = shared
      const elements: Made['elements'] = []
      for (const each of times) {
        const show = {
          ...shared,
          ...each,
          publishedFrom,
          saleStartsAt,
          saleEndsAt: null,
          vatPercent: settings.VAT_TICKETS,
        }
        const id = await insertShow(tx, show)
        await logChange(tx, { by, action: 'CREATED', record: { kind: 'SHOW', id, name: shared.name, version: 1 } })
        elements.push({ id, startTime: each.startTime })
      }
      await updateEventTimes(tx, shared.eventId)
      return { total: elements.length, elements }
    }),
  )
}
