import type { NewOrder } from '#contract/orders.ts'
import { ticketText } from '#domain/accounting/invoices.ts'
import type { MerchandisePurchaseId, ShowId, TicketId, UserId } from '#domain/ids.ts'
import {
  costOf,
  itemOfMerchandise,
  itemOfTicket,
  MAX_ORDER_POINTS,
  MAX_ORDER_TOTAL,
  objectionToMerchandise,
} from '#domain/orders.ts'
import type { PendingPaymentType } from '#domain/payments/payment-types.ts'
import { problem } from '#domain/problem.ts'
import { isOnSale } from '#domain/shows/publication.ts'
import { isLive } from '#domain/tickets/reservations.ts'
import type { Tx } from '#server/db/connection.ts'
import { fingerprintOf } from '#server/db/idempotent-request.ts'
import { type CartLine, selectCartLines } from '#server/features/cart/cart.sql.ts'
import { selectPointsBalances } from '#server/features/points/points.sql.ts'
import { lockTickets } from '#server/features/tickets/tickets.sql.ts'
import { selectExistingTickets, selectTicketsOnOrder } from '#server/features/tickets/tickets-on-order.sql.ts'
import { lockProductsOfLines } from './orders.sql.ts'
import { selectLinesBeingPaid, selectWithheldPieces } from './payments/pending-orders.sql.ts'

/** The ids of an order, each once, and their fingerprint, which names the order regardless of their sequence. */
export type WantedItems = {
  ticketIds: readonly TicketId[]
  lineIds: readonly MerchandisePurchaseId[]
  itemsFingerprint: string
}

/** Reads the ids of an order. Throws `nothing_selected` without any. */
export function wantedItemsOf(order: Pick<NewOrder, 'ticketIds' | 'merchandiseIds'>): WantedItems {
  const ticketIds = [...new Set(order.ticketIds)]
  const lineIds = [...new Set(order.merchandiseIds)]
  if (ticketIds.length + lineIds.length === 0) throw problem('nothing_selected')
  return {
    ticketIds,
    lineIds,
    itemsFingerprint: fingerprintOf([ticketIds.toSorted(byValue), lineIds.toSorted(byValue)]),
  }
}

const byValue = (one: number, other: number) => one - other

type Wanted = Omit<WantedItems, 'itemsFingerprint'> & { userId: UserId }

/** The items of an order under their locks, with what decides whether they can be bought. */
type LockedItems = LockedTickets & LockedLines
type LockedTicket = Awaited<ReturnType<typeof selectTicketsOnOrder>>[number]
type LockedTickets = {
  tickets: readonly LockedTicket[]
  areOfOthers: boolean
  /** The show of a ticket that is not locked, because another transaction locks it. */
  waitsFor?: ShowId | undefined
}
type LockedLines = { lines: readonly CartLine[]; areBeingPaid: boolean; balance: number }

/**
 * Locks the tickets, then the products of the customer's cart lines, and reads what decides whether they can be bought.
 * Sends all statements together.
 */
export async function lockItems(tx: Tx, wanted: Wanted): Promise<LockedItems> {
  const [tickets, lines] = await Promise.all([lockOrderedTickets(tx, [wanted]), lockOrderedLines(tx, [wanted])])
  return { ...(tickets.get(wanted.userId) ?? NO_TICKETS), ...(lines.get(wanted.userId) ?? NO_LINES) }
}

/** The tickets of an order of merchandise alone. */
export const NO_TICKETS: LockedTickets = { tickets: [], areOfOthers: false }

/**
 * Locks the tickets of orders of different customers, and reads what decides whether they can be bought. Customers who
 * order no ticket are missing. Tickets of others are neither locked nor read, so a stranger delays no order of them.
 * With `isFreeOnly`, waits for no other transaction, and names a show for which an order would wait.
 */
export async function lockOrderedTickets(
  tx: Tx,
  orders: readonly Pick<Wanted, 'userId' | 'ticketIds'>[],
  { isFreeOnly = false } = {},
): Promise<Map<UserId, LockedTickets>> {
  const ordered = orders.filter(({ ticketIds }) => ticketIds.length > 0)
  if (ordered.length === 0) return new Map()
  const ids = ordered.flatMap(({ ticketIds }) => ticketIds)
  const owners = ordered.map(({ userId }) => userId)
  const [locked, tickets] = await Promise.all([
    lockTickets(tx, ids, { owners, isFreeOnly }),
    selectTicketsOnOrder(tx, ids, owners),
  ])
  const isLocked = new Set(locked.map(({ id }) => id))
  const ticketOf = new Map(tickets.map((ticket) => [ticket.id, ticket]))
  const missing = ids.filter((id) => !ticketOf.has(id))
  const existing = new Set(missing.length > 0 ? await selectExistingTickets(tx, missing) : [])
  return new Map(
    ordered.map(({ userId, ticketIds }) => {
      const named = ticketIds.flatMap((id) => ticketOf.get(id) ?? [])
      const own = named.filter((ticket) => ticket.userId === userId)
      const areOfOthers = own.length < named.length || ticketIds.some((id) => existing.has(id))
      return [userId, { tickets: own, areOfOthers, waitsFor: own.find(({ id }) => !isLocked.has(id))?.showId }]
    }),
  )
}

/** The lines of an order of tickets alone. */
export const NO_LINES: LockedLines = { lines: [], areBeingPaid: false, balance: 0 }

/**
 * Locks the products of the cart lines of orders of different customers, and reads what decides whether the lines can
 * be bought. Customers who order no line are missing.
 */
export async function lockOrderedLines(
  tx: Tx,
  orders: readonly Pick<Wanted, 'userId' | 'lineIds'>[],
): Promise<Map<UserId, LockedLines>> {
  const ordered = orders.filter(({ lineIds }) => lineIds.length > 0)
  if (ordered.length === 0) return new Map()
  const userIds = ordered.map(({ userId }) => userId)
  const ids = ordered.flatMap(({ lineIds }) => lineIds)
  const [, linesBeingPaid, withheld, lines, balances] = await Promise.all([
    lockProductsOfLines(tx, userIds, ids),
    selectLinesBeingPaid(tx, ids),
    selectWithheldPieces(tx, userIds),
    selectCartLines(tx, { userIds, ids }),
    selectPointsBalances(tx, userIds),
  ])
  const beingPaid = new Set(linesBeingPaid.map(({ lineId }) => lineId))
  return new Map(
    ordered.map(({ userId, lineIds }) => {
      const own = lines.filter((line) => line.userId === userId && lineIds.includes(line.id))
      const withheldOf = new Map(
        withheld.filter((held) => held.userId === userId).map(({ productId, quantity }) => [productId, quantity]),
      )
      const counted = own.map(({ product, ...line }) => ({
        ...line,
        product: { ...product, boughtBefore: product.boughtBefore + (withheldOf.get(product.id) ?? 0) },
      }))
      const areBeingPaid = lineIds.some((id) => beingPaid.has(id))
      return [userId, { lines: counted, areBeingPaid, balance: balances.get(userId) ?? 0 }]
    }),
  )
}

type Buying = Omit<WantedItems, 'itemsFingerprint'> & {
  userId: UserId
  order: Omit<NewOrder, 'paymentType'> & { paymentType?: PendingPaymentType | null | undefined }
}

/** The items of an order that can be bought, with their cost. */
export type ItemsToBuy = ReturnType<typeof itemsToBuy>

/**
 * Checks that all locked items can be bought at the cost that the customer saw, that a payment type was chosen, and
 * that the points suffice. Throws a problem otherwise.
 */
export function itemsToBuy(locked: LockedItems, { order, ticketIds, lineIds }: Buying) {
  const tickets = ticketsToBuy(locked, ticketIds)
  if (locked.lines.length < lineIds.length) throw problem('not_found', { what: 'item in your cart' })
  if (locked.areBeingPaid) throw problem('payment_under_way')
  const lines = linesToBuy(locked.lines)
  const cost = costOf([...tickets, ...lines].map(({ item }) => item))
  if (cost.total > MAX_ORDER_TOTAL) throw problem('order_too_large', { limit: MAX_ORDER_TOTAL })
  if (cost.points > MAX_ORDER_POINTS) throw problem('order_too_many_points', { limit: MAX_ORDER_POINTS })
  if ((order.expectedTotal ?? cost.total) !== cost.total || (order.expectedPoints ?? cost.points) !== cost.points) {
    throw problem('prices_changed', cost)
  }
  const paymentType = cost.total > 0 ? (order.paymentType ?? null) : null
  if (cost.total > 0 && !paymentType) throw problem('payment_type_missing')
  const { points: needed } = cost
  if (needed > 0 && locked.balance < needed) throw problem('not_enough_points', { needed, balance: locked.balance })
  return { tickets, lines, cost, paymentType }
}

function ticketsToBuy({ tickets, areOfOthers }: LockedTickets, ticketIds: readonly TicketId[]) {
  if (areOfOthers) throw problem('not_found', { what: 'ticket' })
  if (tickets.some(({ cancelledAt }) => cancelledAt !== null)) throw problem('show_cancelled')
  if (tickets.some(({ state }) => state !== 'RESERVED')) throw problem('already_bought')
  if (tickets.some(({ pendingOrderId }) => pendingOrderId !== null)) throw problem('payment_under_way')
  const live = new Set(tickets.filter((ticket) => isLive(ticket, ticket.now)).map(({ id }) => id))
  const expired = ticketIds.filter((id) => !live.has(id))
  if (expired.length > 0) throw problem('reservation_run_out', { ticketIds: expired })
  if (!tickets.every((ticket) => isOnSale(ticket, ticket.now))) throw problem('show_off_sale')

  return tickets.map(({ startsAt, showId, placeId, reservedUntil, ...ticket }) => ({
    ...{ startsAt, showId, placeId, reservedUntil },
    item: {
      ...itemOfTicket(ticketText({ ...ticket, startsAt }), ticket.price, ticket.vatPercent),
      ticketId: ticket.id,
    },
  }))
}

function linesToBuy(lines: readonly CartLine[]) {
  const objection = objectionToMerchandise(lines)
  if (objection) throw objection
  return lines.map((line) => ({
    lineId: line.id,
    item: { ...itemOfMerchandise(line, line.vatPercent), productId: line.product.id },
  }))
}
