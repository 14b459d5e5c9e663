import type { NewHold } from '#contract/holds.ts'
import type { HoldId, ShowId, UserId } from '#domain/ids.ts'
import { placesText } from '#domain/tickets/places.ts'
import { showNameOf } from '#domain/shows/show-name.ts'
import { logChange } from '#server/db/change-log.sql.ts'
import type { Db } from '#server/db/connection.ts'
import { runIdempotentRequest } from '#server/db/idempotent-request.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { keepShow } from '#server/features/tickets/show-places.sql.ts'
import { insertHold } from './holds.sql.ts'
import { findWantedPlaces, requireHoldable, takeForHold } from './take-for-hold.ts'

type Request = NewHold & { by: UserId; showId: ShowId; idempotencyKey?: string | undefined }

/**
 * Holds free places of a show that has not ended, all or none. The limits of customers do not apply. Held places are
 * reservations without a customer, so the same statements keep them for one holder and let them run out.
 */
export function createHold(db: Db, request: Request): Promise<{ id: HoldId }> {
  const { by, showId, idempotencyKey: key, ...wanted } = request
  return inTransaction(db, (tx) =>
    runIdempotentRequest(tx, { userId: by, key, request: { call: 'hold', showId, ...wanted } }, async () => {
      const show = requireHoldable(await keepShow(tx, showId), wanted.until)
      const places = await findWantedPlaces(tx, show, wanted.placeIds)
      const [reason, until] = [wanted.reason, wanted.until ?? null]
      const id = await insertHold(tx, { showId, reason, by, until })
      const taken = await takeForHold(tx, show, { id, until }, places)
      await logChange(tx, {
        by,
        action: 'CREATED',
        record: { kind: 'HOLD', id, name: showNameOf({ eventTitle: show.eventTitle, name: show.name }), version: 1 },
        changes: [{ field: 'places', from: null, to: placesText(taken) }],
        reason,
      })
      return { id }
    }),
  )
}
