import { messages } from '#contract/fields.ts'
import type { HoldId, PlaceId } from '#domain/ids.ts'
import { byPlaceType } from '#domain/tickets/places.ts'
import { problem } from '#domain/problem.ts'
import { objectionToPlaces } from '#domain/tickets/reservations.ts'
import { sectorPrice } from '#domain/sector-price.ts'
import type { Tx } from '#server/db/connection.ts'
import { insertSeatReservations, insertStandingReservations } from '#server/features/tickets/reservations.sql.ts'
import { selectPlaces, type ReservableShow } from '#server/features/tickets/show-places.sql.ts'
import { occupyOrFreeExpired } from '#server/features/tickets/standing.sql.ts'

/** Returns a show whose places can be held until a time: neither cancelled nor over. The time must be to come. */
export function requireHoldable(show: ReservableShow | undefined, until: Date | undefined): ReservableShow {
  if (!show) throw problem('not_found', { what: 'show' })
  if (show.cancelledAt) throw problem('show_cancelled')
  if (show.endsAt <= show.now) throw problem('show_over')
  if (until && until <= show.now) {
    throw problem('invalid_fields', { fields: [{ field: 'until', message: messages.past }] })
  }
  return show
}

/** Reads the places that are wanted for a hold, with their prices. Throws `places_not_bookable` for closed ones. */
export async function findWantedPlaces(tx: Tx, show: ReservableShow, placeIds: readonly PlaceId[]) {
  if (placeIds.length === 0) return []
  const quantities = new Map<PlaceId, number>()
  for (const id of placeIds) quantities.set(id, (quantities.get(id) ?? 0) + 1)
  const found = await selectPlaces(tx, show.seatingPlanId, [...quantities.keys()])
  const objection = objectionToPlaces(found, quantities)
  if (objection) throw objection
  return found.map((place) => ({
    ...place,
    price: sectorPrice(show.price, place.pricePercent),
    quantity: quantities.get(place.id) ?? 0,
  }))
}

export type WantedPlaces = Awaited<ReturnType<typeof findWantedPlaces>>

type Hold = { id: HoldId; until: Date | null }

/**
 * Takes free places for a hold, all or none: standing places first, then seats, both by ascending id: the lock order.
 * Returns one place per ticket.
 */
export async function takeForHold(tx: Tx, show: ReservableShow, { id: holdId, until }: Hold, places: WantedPlaces) {
  const { SITTING: seats, STANDING: standing } = byPlaceType(places)
  const showId = show.id
  const hold = { showId, userId: null, holdId, clientNetwork: null, reservedUntil: until }
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
  return [...seats, ...people]
}
