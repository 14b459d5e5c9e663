import type { Paged } from '#contract/fields.ts'
import type { Ticket } from '#contract/tickets.ts'
import type { PlaceId, ShowId, UserId } from '#domain/ids.ts'
import { problem, type Problem } from '#domain/problem.ts'
import { hasStarted, reservedUntil } from '#domain/reservations.ts'
import { sectorPrice } from '#domain/sector-price.ts'
import type { AppContext } from '#server/context.ts'
import { inTransaction, type Tx } from '#server/db/connection.ts'
import { runIdempotentRequest } from '#server/db/idempotent-request.sql.ts'
import type { Settings } from '#server/env.ts'
import { lockCustomer } from '#server/features/users/user-lock.sql.ts'
import { countReservations, insertSeatReservations, insertStandingReservations } from './reservations.sql.ts'
import { selectPlaces, selectShow, type ReservableShow } from './show-places.sql.ts'
import { freeRunOutStanding, occupyStanding } from './standing.sql.ts'
import { isOneLive, selectOwnSeats, selectTickets } from './tickets.sql.ts'

/** `request` is what an Idempotency-Key stands for. */
type HoldRequest = { userId: UserId; showId: ShowId; request: object; idempotencyKey?: string | undefined }

/** Says which places, once nobody can make this customer's reservations but the one who asks. */
type ChoosePlaces = (tx: Tx, show: ReservableShow) => readonly PlaceId[] | Promise<readonly PlaceId[]>

/**
 * Holds the chosen places of a show that is still to come for a customer: all of them, or it throws what stands against
 * it. Once for each Idempotency-Key, unless none of what it held is theirs any more.
 */
export function holdPlaces(
  { db, settings }: AppContext,
  { userId, showId, request, idempotencyKey: key }: HoldRequest,
  choosePlaces: ChoosePlaces,
): Promise<Paged<Ticket>> {
  return inTransaction(db, (tx) => {
    const isThere = ({ elements }: Paged<Ticket>) => isOneLive(tx, userId, elements)
    return runIdempotentRequest(tx, { userId, key, request, isThere }, async () => {
      await lockCustomer(tx, userId)
      const show = await selectShow(tx, showId)
      if (!show) throw problem('not_found', { what: 'show' })
      if (hasStarted(show, show.now)) throw problem('show_started')
      return reservePlaces(tx, { userId, show, placeIds: await choosePlaces(tx, show), settings })
    })
  })
}

type Holding = { userId: UserId; show: ReservableShow; placeIds: readonly PlaceId[]; settings: Settings }
type Place = Awaited<ReturnType<typeof selectPlaces>>[number]

/** Standing places first, then seats, in place order. */
async function reservePlaces(tx: Tx, holding: Holding): Promise<Paged<Ticket>> {
  const { userId, show, placeIds, settings } = holding
  const showId = show.id
  const places = await selectPlaces(tx, show.seatingPlanId, [...new Set(placeIds)])
  const wanted = wantedOf(places, placeIds)
  await refuseHoarding(tx, holding)

  const until = reservedUntil({ startsAt: show.startsAt, now: show.now, lifeMinutes: settings.RESERVATION_MINUTES })
  const reservation = { showId, userId, reservedUntil: until }
  const priced = (place: Place) => ({ id: place.id, price: sectorPrice(show.price, place.pricePercent) })

  const standing = wanted.filter(({ place }) => place.placeType === 'STANDING')
  for (const { place, quantity } of standing) await occupy(tx, { showId, place, quantity })
  const seats = places.filter((place) => place.placeType === 'SITTING')
  const seated = await insertSeatReservations(tx, { ...reservation, places: seats.map(priced) })
  if (seated.length < seats.length) throw await seatsTaken(tx, holding, { seats, seated })
  const stood = await insertStandingReservations(tx, {
    ...reservation,
    places: standing.flatMap(({ place, quantity }) => Array.from({ length: quantity }, () => priced(place))),
  })

  const tickets = await selectTickets(tx, { userId, ids: [...seated, ...stood].map(({ id }) => id) })
  return { total: tickets.length, elements: tickets }
}

/** How many tickets of each place; only a standing place may be wanted more than once, and all must be on sale here. */
function wantedOf(places: readonly Place[], placeIds: readonly PlaceId[]): { place: Place; quantity: number }[] {
  const quantities = new Map<PlaceId, number>()
  for (const id of placeIds) quantities.set(id, (quantities.get(id) ?? 0) + 1)
  const wanted = places.map((place) => ({ place, quantity: quantities.get(place.id) ?? 0 }))
  const isBookable = wanted.every(
    ({ place, quantity }) => place.isAvailable && (quantity === 1 || place.placeType === 'STANDING'),
  )
  if (!isBookable || places.length < quantities.size) throw problem('places_not_bookable')
  return wanted
}

async function refuseHoarding(tx: Tx, { userId, show, placeIds, settings: limits }: Holding): Promise<void> {
  const held = await countReservations(tx, userId, show.id)
  if (held.ofShow + placeIds.length > limits.MAX_RESERVATIONS_PER_SHOW) {
    throw problem('too_many_reservations', {
      limit: limits.MAX_RESERVATIONS_PER_SHOW,
      scope: 'show',
      held: held.ofShow,
    })
  }
  if (held.ofCustomer + placeIds.length > limits.MAX_RESERVATIONS) {
    throw problem('too_many_reservations', { limit: limits.MAX_RESERVATIONS, scope: 'customer', held: held.ofCustomer })
  }
}

type Room = { showId: ShowId; place: Place; quantity: number }

async function occupy(tx: Tx, { showId, place, quantity }: Room): Promise<void> {
  const room = { showId, placeId: place.id, capacity: place.capacity, quantity }
  if (await occupyStanding(tx, room)) return
  await freeRunOutStanding(tx, room)
  if (!(await occupyStanding(tx, room))) throw problem('standing_full')
}

type Lost = { seats: readonly Place[]; seated: readonly { placeId: PlaceId }[] }

/** Says of each seat that was not to be had whether somebody else holds it or the customer does. */
async function seatsTaken(tx: Tx, { userId, show }: Holding, { seats, seated }: Lost): Promise<Problem> {
  const won = new Set(seated.map(({ placeId }) => placeId))
  const own = new Set(await selectOwnSeats(tx, userId, show.id))
  const lost = seats.filter(({ id }) => !won.has(id))
  return problem('seats_taken', {
    places: lost.filter(({ id }) => !own.has(id)),
    own: lost.filter(({ id }) => own.has(id)),
  })
}
