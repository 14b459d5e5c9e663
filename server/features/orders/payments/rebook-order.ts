import type { PlaceId, ShowId, TicketId } from '#domain/ids.ts'
import { costsNoMore } from '#domain/orders.ts'
import { sectorPrice } from '#domain/sector-price.ts'
import { isOnSale } from '#domain/shows/publication.ts'
import { hasStarted } from '#domain/tickets/reservations.ts'
import type { Tx } from '#server/db/connection.ts'
import { undoUnless } from '#server/db/savepoint.ts'
import type { Settings } from '#server/settings/env.ts'
import { selectPointsBalance } from '#server/features/points/points.sql.ts'
import {
  countReservationsOf,
  insertSeatReservations,
  insertStandingReservations,
} from '#server/features/tickets/reservations.sql.ts'
import { keepShow, type ReservableShow, selectPlaces } from '#server/features/tickets/show-places.sql.ts'
import { occupyOrFreeExpired } from '#server/features/tickets/standing.sql.ts'
import { exceedsLimits, hasStock, lockProducts, takeStock } from '../orders.sql.ts'
import { writeOrder } from '../write-order.ts'
import { hasEndedOfLate, hasOtherOrderOfItems, selectOffers } from './late-orders.sql.ts'
import type { PaymentRow } from './payments.sql.ts'
import { deleteFormerReservations, deletePaidLines, endPendingOrder, selectPendingItems } from './pending-orders.sql.ts'

type Items = Awaited<ReturnType<typeof selectPendingItems>>
type PendingTicket = Items['tickets'][number]

/**
 * Sells an order whose money came after it was given up: the same places at the frozen prices, if all are still free
 * and on sale for no more, all else can be had so, and the customer neither bought an item since nor is paying for it
 * otherwise. Returns false, and changes nothing, if one cannot or the order was given up too long ago: references of
 * orders that were given up are no options on places.
 */
export function rebookOrder(
  tx: Tx,
  settings: Pick<Settings, 'seller' | 'MAX_RESERVATIONS_PER_SHOW'>,
  payment: PaymentRow,
  paidBy: string,
): Promise<boolean> {
  const { userId, pendingOrderId, points, paymentType, itemsFingerprint } = payment
  if (payment.isCustomerGone) return Promise.resolve(false)
  return undoUnless(tx, async () => {
    if (!(await hasEndedOfLate(tx, pendingOrderId))) return false
    if (await hasOtherOrderOfItems(tx, payment)) return false
    const { tickets, lines } = await selectPendingItems(tx, pendingOrderId)
    const shows = await keepShows(tx, tickets)
    if (!shows) return false
    const limit = settings.MAX_RESERVATIONS_PER_SHOW
    const booked = await takePlaces(tx, payment, { tickets, shows, limit })
    if (!booked) return false
    const sold = lines.map(({ item }) => item)
    const productIds = sold.map(({ productId }) => productId)
    await lockProducts(tx, productIds)
    const offers = await selectOffers(tx, productIds)
    if (!sold.every((item) => costsNoMore(offers.get(item.productId), item))) return false
    if (!(await hasStock(tx, sold)) || (await exceedsLimits(tx, userId, sold))) return false
    if ((await selectPointsBalance(tx, userId)) < points) return false
    await takeStock(tx, sold)
    await deletePaidLines(tx, userId, lines)
    const invoiceId = await writeOrder(tx, settings, {
      ...{ userId, paymentType, itemsFingerprint, tickets: booked, lines, paidBy },
      customer: payment,
    })
    await endPendingOrder(tx, pendingOrderId, invoiceId)
    return true
  })
}

type Shows = ReadonlyMap<ShowId, ReservableShow>

/** Keeps the shows of tickets as they are. Undefined if one was cancelled, has started or is not sold to all. */
async function keepShows(tx: Tx, tickets: readonly PendingTicket[]): Promise<Shows | undefined> {
  const shows = new Map<ShowId, ReservableShow>()
  for (const id of [...new Set(tickets.map(({ showId }) => showId))].toSorted((one, other) => one - other)) {
    const show = await keepShow(tx, id)
    if (!show || show.cancelledAt || hasStarted(show, show.now) || !isSoldToAll(show)) return undefined
    shows.set(id, show)
  }
  return shows
}

/** Tells whether a show is on sale and has no line, which late money would bypass. */
function isSoldToAll(show: ReservableShow): boolean {
  const { saleStartsAt, needsPass, now } = show
  return isOnSale(show, now) && (saleStartsAt === null || saleStartsAt <= now) && !needsPass
}

/** `limit`: the most reservations and free tickets of a customer and a show. */
type Taking = { tickets: readonly PendingTicket[]; shows: Shows; limit: number }

/**
 * Reserves the places of former tickets, standing places first. Returns the tickets with their new ids, or undefined if
 * a place is taken or costs more, or the customer would have too many free tickets.
 */
async function takePlaces(tx: Tx, { userId }: PaymentRow, { tickets, shows, limit }: Taking) {
  await deleteFormerReservations(
    tx,
    userId,
    tickets.map(({ item }) => item.ticketId),
  )
  const booked: PendingTicket[] = []
  // The start of a show may have moved before the show was kept.
  const bookedAs = (ticket: PendingTicket, show: ReservableShow, id: TicketId | undefined) =>
    withId({ ...ticket, startsAt: show.startsAt }, id)
  const seats: (() => Promise<boolean>)[] = []
  for (const [showId, ofShow] of Map.groupBy(tickets, (ticket) => ticket.showId)) {
    const show = shows.get(showId) as ReservableShow
    const free = ofShow.filter(({ item }) => item.price === 0).length
    if (free > 0) {
      const held = (await countReservationsOf(tx, [{ userId, showId }])).get(userId)?.ofShow ?? 0
      if (held + free > limit) return undefined
    }
    const placeIds = [...new Set(ofShow.map(({ placeId }) => placeId))]
    const places = await selectPlaces(tx, show.seatingPlanId, placeIds)
    const priceOf = new Map(places.map(({ id, pricePercent }) => [id, sectorPrice(show.price, pricePercent)]))
    if (ofShow.some(({ placeId, item }) => (priceOf.get(placeId) ?? 0) > item.price)) return undefined
    const standing = new Map(
      places.filter(({ placeType }) => placeType === 'STANDING').map((place) => [place.id, place]),
    )
    const reservation = { showId, userId, clientNetwork: null, reservedUntil: show.startsAt }
    const isStanding = ({ placeId }: PendingTicket) => standing.has(placeId)
    for (const [placeId, { capacity }] of standing) {
      const wanted = ofShow.filter((ticket) => ticket.placeId === placeId)
      if (!(await occupyOrFreeExpired(tx, { showId, placeId, capacity, quantity: wanted.length }))) return undefined
    }
    seats.push(async () => {
      const stood = ofShow.filter(isStanding)
      const seated = ofShow.filter((ticket) => !isStanding(ticket))
      const seatIds = await insertSeatReservations(tx, { ...reservation, places: seated.map(priced) })
      if (seatIds.length < seated.length || places.length < placeIds.length) return false
      const idOf = new Map(seatIds.map(({ id, placeId }) => [placeId, id]))
      const standingIds = await insertStandingReservations(tx, { ...reservation, places: stood.map(priced) })
      booked.push(
        ...seated.map((ticket) => bookedAs(ticket, show, idOf.get(ticket.placeId))),
        ...stood.map((ticket, index) => bookedAs(ticket, show, standingIds[index]?.id)),
      )
      return true
    })
  }
  for (const take of seats) if (!(await take())) return undefined
  return booked
}

const priced = ({ placeId, item }: PendingTicket): { id: PlaceId; price: PendingTicket['item']['price'] } => ({
  id: placeId,
  price: item.price,
})

function withId(ticket: PendingTicket, ticketId: TicketId | undefined): PendingTicket {
  if (ticketId === undefined) throw new Error('A reserved place has no ticket.')
  return { ...ticket, item: { ...ticket.item, ticketId } }
}
