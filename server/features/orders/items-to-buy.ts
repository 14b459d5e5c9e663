import type { NewOrder } from '#contract/orders.ts'
import { ticketText } from '#domain/invoices.ts'
import type { MerchandisePurchaseId, TicketId, UserId } from '#domain/ids.ts'
import { costOf, itemOfMerchandise, itemOfTicket, MAX_ORDER_TOTAL, objectionToMerchandise } from '#domain/orders.ts'
import type { PendingPaymentType } from '#domain/payment-types.ts'
import { problem } from '#domain/problem.ts'
import { isOnSale } from '#domain/publication.ts'
import { isLive } from '#domain/reservations.ts'
import type { Tx } from '#server/db/connection.ts'
import { fingerprintOf } from '#server/db/idempotent-request.ts'
import { selectCartLines } from '#server/features/cart/cart.sql.ts'
import { selectPointsBalance } from '#server/features/points/points.sql.ts'
import { lockTickets, selectTicketsOnOrder } from '#server/features/tickets/tickets.sql.ts'
import { lockProducts } from './orders.sql.ts'
import { selectLinesBeingPaid, selectWithheldProducts } from './payments/pending-orders.sql.ts'

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

type Buying = WantedItems & {
  userId: UserId
  order: Omit<NewOrder, 'paymentType'> & { paymentType?: PendingPaymentType | null | undefined }
}

/** The items that `lockItemsToBuy` found, with their cost. */
export type ItemsToBuy = Awaited<ReturnType<typeof lockItemsToBuy>>

/**
 * Locks the customer's tickets and the products of the cart lines, then checks that all can be bought at the cost that
 * the customer saw, and that a payment type was chosen and the points suffice.
 */
export async function lockItemsToBuy(tx: Tx, { userId, order, ticketIds, lineIds }: Buying) {
  const tickets = await lockTicketsToBuy(tx, userId, ticketIds)
  const lines = await lockLinesToBuy(tx, userId, lineIds)
  const cost = costOf([...tickets, ...lines].map(({ item }) => item))
  if (cost.total > MAX_ORDER_TOTAL) throw problem('order_too_large', { limit: MAX_ORDER_TOTAL })
  if ((order.expectedTotal ?? cost.total) !== cost.total || (order.expectedPoints ?? cost.points) !== cost.points) {
    throw problem('prices_changed', cost)
  }
  const paymentType = cost.total > 0 ? (order.paymentType ?? null) : null
  if (cost.total > 0 && !paymentType) throw problem('payment_type_missing')
  await requirePoints(tx, userId, cost.points)
  return { tickets, lines, cost, paymentType }
}

async function lockTicketsToBuy(tx: Tx, userId: UserId, ticketIds: readonly TicketId[]) {
  if (ticketIds.length === 0) return []
  await lockTickets(tx, ticketIds)
  const tickets = await selectTicketsOnOrder(tx, ticketIds)
  if (tickets.some((ticket) => ticket.userId !== userId)) throw problem('not_found', { what: 'ticket' })
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

async function lockLinesToBuy(tx: Tx, userId: UserId, lineIds: readonly MerchandisePurchaseId[]) {
  if (lineIds.length === 0) return []
  const found = await selectCartLines(tx, { userId, ids: lineIds })
  if (found.length < lineIds.length) throw problem('not_found', { what: 'item in your cart' })
  await lockProducts(
    tx,
    found.map(({ product }) => product.id),
  )
  if ((await selectLinesBeingPaid(tx, lineIds)).length > 0) throw problem('payment_under_way')
  const withheld = await selectWithheldProducts(tx, userId)
  const lines = (await selectCartLines(tx, { userId, ids: lineIds })).map(({ product, ...line }) => ({
    ...line,
    product: { ...product, boughtBefore: product.boughtBefore + (withheld.get(product.id) ?? 0) },
  }))
  const objection = objectionToMerchandise(lines)
  if (objection) throw objection
  return lines.map((line) => ({
    lineId: line.id,
    item: { ...itemOfMerchandise(line, line.vatPercent), productId: line.product.id },
  }))
}

async function requirePoints(tx: Tx, userId: UserId, needed: number): Promise<void> {
  if (needed === 0) return
  const balance = await selectPointsBalance(tx, userId)
  if (balance < needed) throw problem('not_enough_points', { needed, balance })
}
