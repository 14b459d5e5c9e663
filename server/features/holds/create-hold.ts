import { messages } from '#contract/fields.ts'
import type { NewHold } from '#contract/holds.ts'
import type { HoldId, PlaceId, ShowId, UserId } from '#domain/ids.ts'
import { byPlaceType, placesText } from '#domain/places.ts'
import { problem } from '#domain/problem.ts'
import { objectionToPlaces } from '#domain/reservations.ts'
import { sectorPrice } from '#domain/sector-price.ts'
import { showNameOf } from '#domain/show-name.ts'
import { logChange } from '#server/db/change-log.sql.ts'
import type { Db, Tx } from '#server/db/connection.ts'
import { runIdempotentRequest } from '#server/db/idempotent-request.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { insertSeatReservations, insertStandingReservations } from '#server/features/tickets/reservations.sql.ts'
import { keepShow, selectPlaces, type ReservableShow } from '#server/features/tickets/show-places.sql.ts'
import { occupyOrFreeExpired } from '#server/features/tickets/standing.sql.ts'
import { insertHold } from './holds.sql.ts'

type Request = NewHold & { by: UserId; showId: ShowId; idempotencyKey?: string | undefined }

/**
 * Holds free places of a show that has not ended, all or none. The limits of customers do not apply. Held places are
 * reservations without a customer, so the same statements keep them for one holder and let them run out.
 */
export function createHold(db: Db, request: Request): Promise<{ id: HoldId }> {
  const { by, showId, idempotencyKey: key, ...wanted } = request
  return inTransaction(db, (tx) =>
    runIdempotentRequest(tx, { userId: by, key, request: { call: 'hold', showId, ...wanted } }, async () => {
      const show = await keepShow(tx, showId)
      if (!show) throw problem('not_found', { what: 'show' })
      if (show.cancelledAt) throw problem('show_cancelled')
      if (show.endsAt <= show.now) throw problem('show_over')
      if (wanted.until && wanted.until <= show.now) {
        throw problem('invalid_fields', { fields: [{ field: 'until', message: messages.past }] })
      }
      return holdPlaces(tx, by, show, wanted)
    }),
  )
}

/** Takes standing places first, then seats, both by ascending id: the lock order. */
async function holdPlaces(tx: Tx, by: UserId, show: ReservableShow, wanted: NewHold): Promise<{ id: HoldId }> {
  const quantities = new Map<PlaceId, number>()
  for (const id of wanted.placeIds) quantities.set(id, (quantities.get(id) ?? 0) + 1)
  const found = await selectPlaces(tx, show.seatingPlanId, [...quantities.keys()])
  const objection = objectionToPlaces(found, quantities)
  if (objection) throw objection
  const places = found.map((place) => ({ ...place, price: sectorPrice(show.price, place.pricePercent) }))
  const { SITTING: seats, STANDING: rooms } = byPlaceType(places)

  const [showId, until] = [show.id, wanted.until ?? null]
  const holdId = await insertHold(tx, { showId, reason: wanted.reason, by, until })
  const hold = { showId, userId: null, holdId, clientNetwork: null, reservedUntil: until }
  const standing = rooms.map((place) => ({ ...place, quantity: quantities.get(place.id) ?? 0 }))
  for (const { id: placeId, capacity, quantity } of standing) {
    if (!(await occupyOrFreeExpired(tx, { showId, placeId, capacity, quantity }))) throw problem('standing_full')
  }
  const seated = await insertSeatReservations(tx, { ...hold, places: seats })
  if (seated.length < seats.length) {
    const held = new Set(seated.map(({ placeId }) => placeId))
    throw problem('seats_taken', { places: seats.filter(({ id }) => !held.has(id)) })
  }
  const people = standing.flatMap((place) => Array.from({ length: place.quantity }, () => place))
  await insertStandingReservations(tx, { ...hold, places: people })
  await logChange(tx, {
    by,
    action: 'CREATED',
    record: { kind: 'HOLD', id: holdId, name: showNameOf({ eventTitle: show.eventTitle, name: show.name }) },
    changes: [{ field: 'places', from: null, to: placesText([...seats, ...people]) }],
    reason: wanted.reason,
  })
  return { id: holdId }
}
