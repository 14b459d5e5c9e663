import type { NewOrder } from '#contract/orders.ts'
import { ticketText } from '#domain/invoices.ts'
import type { InvoiceId, MerchandisePurchaseId, TicketId, UserId } from '#domain/ids.ts'
import { costOf, itemOfMerchandise, itemOfTicket, MAX_ORDER_TOTAL, objectionToMerchandise } from '#domain/orders.ts'
import { problem } from '#domain/problem.ts'
import { isOnSale } from '#domain/publication.ts'
import { isLive } from '#domain/reservations.ts'
import type { AppContext } from '#server/context.ts'
import type { Tx } from '#server/db/connection.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { runIdempotentRequest, fingerprintOf } from '#server/db/idempotent-request.ts'
import { deleteCartLines, selectCartLines } from '#server/features/cart/cart.sql.ts'
import { insertInvoice } from '#server/features/invoices/invoices.sql.ts'
import { enqueueInvoiceMail } from '#server/features/mail/mail.sql.ts'
import { insertPointsEntries, type PointsEntry, selectPointsBalance } from '#server/features/points/points.sql.ts'
import { lockTickets, selectTicketsOnOrder, updateTicketsBought } from '#server/features/tickets/tickets.sql.ts'
import { lockCustomer } from '#server/db/customer-lock.ts'
import { insertOrder, lockProducts, selectOrderOfItems, sellProducts } from './orders.sql.ts'

type OrderRequest = { userId: UserId; order: NewOrder; idempotencyKey?: string | undefined }

/**
 * Buys reserved tickets and cart lines in one transaction, with stock, points and a numbered invoice. Computes every
 * price itself. Returns the first invoice for a repeated order of exactly the same items.
 */
export function placeOrder({ db, settings }: AppContext, request: OrderRequest): Promise<{ id: InvoiceId }> {
  const { userId, order, idempotencyKey } = request
  const ticketIds = [...new Set(order.ticketIds)]
  const lineIds = [...new Set(order.merchandiseIds)]
  if (ticketIds.length + lineIds.length === 0) throw problem('nothing_selected')
  const itemsFingerprint = fingerprintOf([ticketIds.toSorted(byValue), lineIds.toSorted(byValue)])

  return inTransaction(db, (tx) =>
    runIdempotentRequest(tx, { userId, key: idempotencyKey, request: { call: 'order', ...order } }, async () => {
      await lockCustomer(tx, userId)
      const placedBefore = await selectOrderOfItems(tx, userId, itemsFingerprint)
      if (placedBefore) return { id: placedBefore.invoiceId }

      const tickets = await lockTicketsToBuy(tx, userId, ticketIds)
      const lines = await lockLinesToBuy(tx, userId, lineIds)
      const items = [...tickets.map(({ item }) => item), ...lines.map(({ item }) => item)]
      const cost = costOf(items)
      if (cost.total > MAX_ORDER_TOTAL) throw problem('order_too_large', { limit: MAX_ORDER_TOTAL })
      if ((order.expectedTotal ?? cost.total) !== cost.total || (order.expectedPoints ?? cost.points) !== cost.points) {
        throw problem('prices_changed', cost)
      }
      if (cost.total > 0 && !order.paymentType) throw problem('payment_type_missing')
      await requirePoints(tx, userId, cost.points)

      const paymentType = cost.total > 0 ? (order.paymentType ?? null) : null
      const invoiceId = await insertInvoice(tx, {
        type: 'NORMAL',
        userId,
        customer: order.userPaymentInfoDto,
        seller: settings.seller,
        total: cost.total,
        paymentType,
        deliveryAt: latestOf(tickets.map(({ startsAt }) => startsAt)),
        items,
      })
      await insertOrder(tx, { userId, invoiceId, total: cost.total, paymentType, itemsFingerprint })
      await updateTicketsBought(tx, ticketIds, invoiceId)
      await sellProducts(
        tx,
        userId,
        lines.map(({ item }) => item),
      )
      await deleteCartLines(tx, userId, lineIds)
      await insertPointsEntries(tx, entriesOf({ userId, invoiceId, tickets, lines }))
      await enqueueInvoiceMail(tx, {
        template: 'order-confirmation',
        to: userId,
        hasTickets: tickets.length > 0,
        invoiceId,
      })
      return { id: invoiceId }
    }),
  )
}

const byValue = (one: number, other: number) => one - other

/** Locks the customer's tickets, then checks that they can be bought. */
async function lockTicketsToBuy(tx: Tx, userId: UserId, ticketIds: readonly TicketId[]) {
  if (ticketIds.length === 0) return []
  await lockTickets(tx, ticketIds)
  const tickets = await selectTicketsOnOrder(tx, ticketIds)
  if (tickets.some((ticket) => ticket.userId !== userId)) throw problem('not_found', { what: 'ticket' })
  if (tickets.some(({ cancelledAt }) => cancelledAt !== null)) throw problem('show_cancelled')
  if (tickets.some(({ state }) => state !== 'RESERVED')) throw problem('already_bought')
  const live = new Set(tickets.filter((ticket) => isLive(ticket, ticket.now)).map(({ id }) => id))
  const expired = ticketIds.filter((id) => !live.has(id))
  if (expired.length > 0) throw problem('reservation_run_out', { ticketIds: expired })
  if (!tickets.every((ticket) => isOnSale(ticket, ticket.now))) throw problem('show_off_sale')

  return tickets.map((ticket) => ({
    startsAt: ticket.startsAt,
    item: { ...itemOfTicket(ticketText(ticket), ticket.price, ticket.vatPercent), ticketId: ticket.id },
  }))
}

/** Locks the products of the customer's cart lines, then checks that they can be bought. */
async function lockLinesToBuy(tx: Tx, userId: UserId, lineIds: readonly MerchandisePurchaseId[]) {
  if (lineIds.length === 0) return []
  const found = await selectCartLines(tx, { userId, ids: lineIds })
  if (found.length < lineIds.length) throw problem('not_found', { what: 'item in your cart' })
  await lockProducts(
    tx,
    found.map(({ product }) => product.id),
  )
  const lines = await selectCartLines(tx, { userId, ids: lineIds })
  const objection = objectionToMerchandise(lines)
  if (objection) throw objection
  return lines.map((line) => ({
    item: { ...itemOfMerchandise(line, line.vatPercent), productId: line.product.id },
  }))
}

async function requirePoints(tx: Tx, userId: UserId, needed: number): Promise<void> {
  if (needed === 0) return
  const balance = await selectPointsBalance(tx, userId)
  if (balance < needed) throw problem('not_enough_points', { needed, balance })
}

type Bought = {
  userId: UserId
  invoiceId: InvoiceId
  tickets: Awaited<ReturnType<typeof lockTicketsToBuy>>
  lines: Awaited<ReturnType<typeof lockLinesToBuy>>
}

/**
 * Builds the points entries. Those of tickets count after the show starts, because a ticket is refundable until then.
 */
function entriesOf({ userId, invoiceId, tickets, lines }: Bought): PointsEntry[] {
  return [
    ...tickets.map(({ item, startsAt }) => ({
      userId,
      invoiceId,
      points: item.points,
      reason: 'TICKET' as const,
      ticketId: item.ticketId,
      countsFrom: startsAt,
    })),
    ...lines.map(({ item }) => ({
      userId,
      invoiceId,
      points: item.points * item.quantity * (item.usePoints ? -1 : 1),
      reason: item.usePoints ? ('REDEEMED' as const) : ('MERCHANDISE' as const),
    })),
  ]
}

function latestOf(moments: readonly Date[]): Date | undefined {
  return moments.toSorted((one, other) => other.getTime() - one.getTime())[0]
}
