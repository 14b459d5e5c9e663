import type { Paged } from '#contract/fields.ts'
import type { Ticket } from '#contract/tickets.ts'
import type { PlaceId, ShowId, UserId } from '#domain/ids.ts'
import { byPlaceType } from '#domain/places.ts'
import { problem, type Problem } from '#domain/problem.ts'
import {
  maxOfNetwork,
  objectionToMoreReservations,
  objectionToPlaces,
  objectionToShow,
  reservedUntil,
} from '#domain/reservations.ts'
import { sectorPrice } from '#domain/sector-price.ts'
import type { AppContext } from '#server/context.ts'
import type { Tx } from '#server/db/connection.ts'
import { lockCustomer } from '#server/db/customer-lock.ts'
import { runIdempotentRequest } from '#server/db/idempotent-request.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Settings } from '#server/env.ts'
import {
  countReservations,
  countReservationsOfNetwork,
  insertSeatReservations,
  insertStandingReservations,
  lockNetworkOfShow,
} from './reservations.sql.ts'
import { countBookablePlaces, keepShow, selectPlaces, type ReservableShow } from './show-places.sql.ts'
import { occupyOrFreeExpired } from './standing.sql.ts'
import { isOneLive, selectOwnSeats, selectTickets } from './tickets.sql.ts'
import { objectionsToCustomers } from './waiting-customers.ts'

type HoldRequest = {
  userId: UserId
  /** Administrators are told that a hidden show is not on sale. To others it does not exist. */
  isAdmin?: boolean | undefined
  showId: ShowId
  /** The client network of the request. */
  network: string
  /** The content that an Idempotency-Key stands for. */
  request: object
  idempotencyKey?: string | undefined
}

/**
 * Chooses the places. Called after the customer row is locked, so no other reservation of this customer can interfere.
 */
type ChoosePlaces = (tx: Tx, show: ReservableShow) => readonly PlaceId[] | Promise<readonly PlaceId[]>

/**
 * Reserves the chosen places of an upcoming show in one transaction: all of them, or none, by throwing a `Problem`.
 * Repeats the answer for the same Idempotency-Key, unless the customer has none of the tickets any more.
 */
export function holdPlaces(
  context: AppContext,
  { userId, isAdmin, showId, network, request, idempotencyKey: key }: HoldRequest,
  choosePlaces: ChoosePlaces,
): Promise<Paged<Ticket>> {
  const { db, settings } = context
  const clientNetwork = limitedNetwork(context, { showId, network })
  return inTransaction(db, (tx) => {
    const isThere = ({ elements }: Paged<Ticket>) => isOneLive(tx, userId, elements)
    return runIdempotentRequest(tx, { userId, key, request, isThere }, async () => {
      await lockCustomer(tx, userId)
      const show = await keepShow(tx, showId)
      if (!show) throw problem('not_found', { what: 'show' })
      const objection = objectionToShow(show, isAdmin === true)
      if (objection) throw objection
      const waiting = (await objectionsToCustomers(tx, show, [userId])).get(userId)
      if (waiting) throw waiting
      return reservePlaces(tx, { userId, show, clientNetwork, placeIds: await choosePlaces(tx, show), settings })
    })
  })
}

/** Returns the keyed hash of a client network for a show. Null if its share is not limited. */
export function limitedNetwork(
  { settings, tokens }: Pick<AppContext, 'settings' | 'tokens'>,
  { showId, network }: { showId: ShowId; network: string },
): Buffer | null {
  if (settings.MAX_SHARE_PER_NETWORK === undefined) return null
  return tokens.keyedHash('client network of a show', `${showId} ${network}`)
}

type Holding = {
  userId: UserId
  show: ReservableShow
  clientNetwork: Buffer | null
  placeIds: readonly PlaceId[]
  settings: Settings
}
type Place = Awaited<ReturnType<typeof selectPlaces>>[number]

/** Reserves standing places first, then seats, both by ascending id: the lock order. */
async function reservePlaces(tx: Tx, holding: Holding): Promise<Paged<Ticket>> {
  const { userId, show, clientNetwork, placeIds, settings } = holding
  const showId = show.id
  const quantities = new Map<PlaceId, number>()
  for (const id of placeIds) quantities.set(id, (quantities.get(id) ?? 0) + 1)
  const places = await selectPlaces(tx, show.seatingPlanId, [...quantities.keys()])
  const objection =
    objectionToPlaces(places, quantities) ??
    objectionToMoreReservations(await countReservations(tx, userId, showId), placeIds.length, settings)
  if (objection) throw objection
  await requireShareOfNetwork(tx, holding)

  const until = reservedUntil({ startsAt: show.startsAt, now: show.now, lifeMinutes: settings.RESERVATION_MINUTES })
  const reservation = { showId, userId, clientNetwork, reservedUntil: until }
  const priced = (place: Place) => ({ id: place.id, price: sectorPrice(show.price, place.pricePercent) })

  const { SITTING: seats, STANDING: rooms } = byPlaceType(places)
  const standing = rooms.map((place) => ({ place, quantity: quantities.get(place.id) ?? 0 }))
  for (const { place, quantity } of standing) await occupy(tx, { showId, place, quantity })
  const seated = await insertSeatReservations(tx, { ...reservation, places: seats.map(priced) })
  if (seated.length < seats.length) throw await seatsTaken(tx, holding, { seats, seated })
  const stood = await insertStandingReservations(tx, {
    ...reservation,
    places: standing.flatMap(({ place, quantity }) => Array.from({ length: quantity }, () => priced(place))),
  })

  const tickets = await selectTickets(tx, { userId, ids: [...seated, ...stood].map(({ id }) => id) })
  return { total: tickets.length, elements: tickets }
}

/**
 * Throws `too_many_reservations` if unpaid reservations of the client network would hold more than its share of the
 * show. Counts under a lock of the network, because reservations of other customers run concurrently.
 */
async function requireShareOfNetwork(tx: Tx, { show, clientNetwork, placeIds, settings }: Holding): Promise<void> {
  const { MAX_SHARE_PER_NETWORK: sharePercent } = settings
  if (clientNetwork === null || sharePercent === undefined) return
  await lockNetworkOfShow(tx, show.id, clientNetwork)
  const wanted = (await countReservationsOfNetwork(tx, show.id, clientNetwork)) + placeIds.length
  // Spares the count of all places where one customer alone may hold as many.
  if (wanted <= settings.MAX_RESERVATIONS_PER_SHOW) return
  const limit = maxOfNetwork(await countBookablePlaces(tx, show.seatingPlanId), sharePercent, settings)
  if (wanted > limit) throw problem('too_many_reservations', { limit, scope: 'network' })
}

type Occupation = { showId: ShowId; place: Place; quantity: number }

async function occupy(tx: Tx, { showId, place, quantity }: Occupation): Promise<void> {
  const room = { showId, placeId: place.id, capacity: place.capacity, quantity }
  if (!(await occupyOrFreeExpired(tx, room))) throw problem('standing_full')
}

type Lost = { seats: readonly Place[]; seated: readonly { placeId: PlaceId }[] }

/** Builds the `seats_taken` problem, which tells seats held by others from seats the customer already holds. */
async function seatsTaken(tx: Tx, { userId, show }: Holding, { seats, seated }: Lost): Promise<Problem> {
  const won = new Set(seated.map(({ placeId }) => placeId))
  const own = new Set(await selectOwnSeats(tx, userId, show.id))
  const lost = seats.filter(({ id }) => !won.has(id))
  return problem('seats_taken', {
    places: lost.filter(({ id }) => !own.has(id)),
    own: lost.filter(({ id }) => own.has(id)),
  })
}
