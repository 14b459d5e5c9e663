import type { PlaceId, TicketId, UserId } from '#domain/ids.ts'
import type { Cents } from '#domain/money.ts'
import { problem } from '#domain/problem.ts'
import { objectionToPlaces } from '#domain/tickets/reservations.ts'
import { sectorPrice } from '#domain/sector-price.ts'
import type { Tx } from '#server/db/connection.ts'
import { insertSeatReservations, insertStandingReservations } from '#server/features/tickets/reservations.sql.ts'
import { selectPlaces, type ReservableShow } from '#server/features/tickets/show-places.sql.ts'
import { occupyOrFreeExpired } from '#server/features/tickets/standing.sql.ts'

/** Reads wanted places with their full prices. Throws `places_not_bookable` for closed and unknown ones. */
export async function pricedPlaces(tx: Tx, show: ReservableShow, placeIds: readonly PlaceId[]) {
  const quantities = new Map<PlaceId, number>()
  for (const id of placeIds) quantities.set(id, (quantities.get(id) ?? 0) + 1)
  const places = await selectPlaces(tx, show.seatingPlanId, [...quantities.keys()])
  const objection = objectionToPlaces(places, quantities)
  if (objection) throw objection
  return new Map(
    places.map((place) => [place.id, { ...place, fullPrice: sectorPrice(show.price, place.pricePercent) }]),
  )
}

type Taking = {
  show: ReservableShow
  userId: UserId
  /** In the order of their ids. */
  places: Awaited<ReturnType<typeof pricedPlaces>>
  wanted: readonly { placeId: PlaceId; price: Cents }[]
}

/** Reserves free places for a buyer: standing places first, then seats, both by ascending id: the lock order. */
export async function takeFreePlaces(tx: Tx, { show, userId, places, wanted }: Taking): Promise<TicketId[]> {
  const reservation = { showId: show.id, userId, clientNetwork: null, reservedUntil: show.endsAt }
  const isStanding = ({ placeId }: { placeId: PlaceId }) => places.get(placeId)?.placeType === 'STANDING'
  const standing = Map.groupBy(wanted.filter(isStanding), ({ placeId }) => placeId)
  for (const [placeId, { capacity }] of places) {
    const quantity = standing.get(placeId)?.length ?? 0
    const room = { showId: show.id, placeId, capacity, quantity }
    if (quantity > 0 && !(await occupyOrFreeExpired(tx, room))) throw problem('standing_full')
  }
  const priced = ({ placeId: id, price }: (typeof wanted)[number]) => ({ id, price })
  const seats = wanted.filter((ticket) => !isStanding(ticket)).map(priced)
  const seated = await insertSeatReservations(tx, { ...reservation, places: seats })
  if (seated.length < seats.length) {
    const won = new Set(seated.map(({ placeId }) => placeId))
    const lost = seats.filter(({ id }) => !won.has(id)).flatMap(({ id }) => places.get(id) ?? [])
    throw problem('seats_taken', { places: lost })
  }
  const stood = await insertStandingReservations(tx, { ...reservation, places: wanted.filter(isStanding).map(priced) })
  return [...seated, ...stood].map(({ id }) => id)
}
