import type { Ticket } from '#contract/tickets.ts'
import type { Page } from '#contract/fields.ts'
import type { PlaceId, ShowId, UserId } from '#domain/ids.ts'
import { problem } from '#domain/problem.ts'
import { hasStarted, reservedUntil } from '#domain/reservations.ts'
import { sectorPrice } from '#domain/sector-price.ts'
import type { AppContext } from '#server/context.ts'
import { inTransaction, type Tx } from '#server/db/connection.ts'
import { answerOnce } from '#server/db/once.sql.ts'
import { lockCustomer } from '#server/features/users/user-lock.sql.ts'
import { selectPlaces, selectShow } from './show-places.sql.ts'
import { freeRunOutStanding, occupyStanding } from './standing.sql.ts'
import { countReservations, insertSeatReservations, insertStandingReservations, selectTickets } from './tickets.sql.ts'

type Wish = { userId: UserId; showId: ShowId; placeIds: readonly PlaceId[]; idempotencyKey?: string | undefined }
type Place = Awaited<ReturnType<typeof selectPlaces>>[number]

/** Reserves places of a show for one customer. All of them, or none. */
export function reserveTickets({ db, settings }: AppContext, wish: Wish): Promise<Page<Ticket>> {
  const { userId, showId, placeIds, idempotencyKey } = wish
  const request = { call: 'reserve', showId, placeIds }
  return inTransaction(db, (tx) =>
    answerOnce(tx, { userId, key: idempotencyKey, request }, async () => {
      await lockCustomer(tx, userId)
      const show = await selectShow(tx, showId)
      if (!show) throw problem('not_found', { what: 'show' })
      if (hasStarted(show, show.now)) throw problem('show_started')

      const places = await selectPlaces(tx, show.seatingPlanId, [...new Set(placeIds)])
      const wanted = wantedOf(places, placeIds)
      await refuseHoarding(tx, wish, settings)

      const until = reservedUntil({ startsAt: show.startsAt, now: show.now, lifeMinutes: settings.RESERVATION_MINUTES })
      const reservation = { showId, userId, reservedUntil: until }
      const priced = (place: Place) => ({ id: place.id, price: sectorPrice(show.price, place.pricePercent) })

      const standing = wanted.filter(({ place }) => place.placeType === 'STANDING')
      for (const { place, quantity } of standing) await occupy(tx, { showId, place, quantity })
      const seats = places.filter((place) => place.placeType === 'SITTING')
      const seated = await insertSeatReservations(tx, { ...reservation, places: seats.map(priced) })
      if (seated.length < seats.length) throw seatsTaken(seats, new Set(seated.map(({ placeId }) => placeId)))
      const stood = await insertStandingReservations(tx, {
        ...reservation,
        places: standing.flatMap(({ place, quantity }) => Array.from({ length: quantity }, () => priced(place))),
      })

      const tickets = await selectTickets(tx, { userId, ids: [...seated, ...stood].map(({ id }) => id) })
      return { total: tickets.length, elements: tickets }
    }),
  )
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

type Limits = { MAX_RESERVATIONS_PER_SHOW: number; MAX_RESERVATIONS: number }

async function refuseHoarding(tx: Tx, { userId, showId, placeIds }: Wish, limits: Limits): Promise<void> {
  const held = await countReservations(tx, userId, showId)
  if (held.ofShow + placeIds.length > limits.MAX_RESERVATIONS_PER_SHOW) {
    throw problem('too_many_reservations', { limit: limits.MAX_RESERVATIONS_PER_SHOW, scope: 'show' })
  }
  if (held.ofCustomer + placeIds.length > limits.MAX_RESERVATIONS) {
    throw problem('too_many_reservations', { limit: limits.MAX_RESERVATIONS, scope: 'customer' })
  }
}

type Room = { showId: ShowId; place: Place; quantity: number }

async function occupy(tx: Tx, { showId, place, quantity }: Room): Promise<void> {
  const room = { showId, placeId: place.id, capacity: place.capacity, quantity }
  if (await occupyStanding(tx, room)) return
  await freeRunOutStanding(tx, room)
  if (!(await occupyStanding(tx, room))) throw problem('standing_full')
}

function seatsTaken(seats: readonly Place[], won: ReadonlySet<PlaceId>) {
  const lost = seats.filter(({ id }) => !won.has(id))
  return problem('seats_taken', {
    places: lost.map(({ sectorName, rowName, seatNumber }) => ({ sectorName, rowName, seatNumber })),
  })
}
