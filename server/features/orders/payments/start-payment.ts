import type { NewPayment } from '#contract/payments.ts'
import type { PaymentId, UserId } from '#domain/ids.ts'
import { objectionToUnpaidOrder } from '#domain/payments/manual-payments.ts'
import { problem } from '#domain/problem.ts'
import type { AppContext } from '#server/context.ts'
import { insertAttemptWithRoom } from '#server/db/attempts.sql.ts'
import type { Tx } from '#server/db/connection.ts'
import { lockCustomer } from '#server/db/customer-lock.ts'
import { runIdempotentRequest } from '#server/db/idempotent-request.ts'
import { selectNow } from '#server/db/now.ts'
import { keepShowsOfTickets } from '#server/db/show-turns.sql.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { type ItemsToBuy, itemsToBuy, lockItems, type WantedItems, wantedItemsOf } from '../items-to-buy.ts'
import { takeStock, selectOrdersOfItems } from '../orders.sql.ts'
import { limitedNetwork, requireShareOfNetwork } from './network-pieces.ts'
import { insertPayment, selectLivePayment } from './payments.sql.ts'
import {
  insertPendingOrder,
  insertPendingPoints,
  selectUnpaidOrders,
  updateTicketsBeingPaid,
} from './pending-orders.sql.ts'
import { paymentTerms } from './payment-terms.ts'
import { offeredWay } from './ways-to-pay.ts'

/**
 * Limits the payments that a customer opens: 30 in a row, then one a minute. A provider takes a limited number of calls
 * of the whole shop, so opening and giving up without end would keep others from paying. Each payment is kept for long.
 */
const OPENINGS = { attempts: 30, secondsPerAttempt: 60 }

type Request = {
  userId: UserId
  payment: NewPayment
  /** The client network of the request. */
  network: string
  idempotencyKey?: string | undefined
}

/**
 * Freezes an order for a payment that is still to be opened at its provider. Returns the same payment for the same
 * items while it is under way. Throws `already_bought` for an order that is paid.
 */
export async function startPayment(
  context: AppContext,
  { userId, payment, network, idempotencyKey: key }: Request,
): Promise<PaymentId> {
  const { method, ...order } = payment
  const way = offeredWay(context, method)
  const wanted = wantedItemsOf(order)
  return inTransaction(context.db, (tx) =>
    runIdempotentRequest(tx, { userId, key, request: { call: 'payment', ...payment } }, async () => {
      await Promise.all([lockCustomer(tx, userId), keepShowsOfTickets(tx, wanted.ticketIds)])
      const [placedBefore, live, locked] = await Promise.all([
        selectOrdersOfItems(tx, [{ ...wanted, userId }]),
        selectLivePayment(tx, userId, wanted.itemsFingerprint),
        lockItems(tx, { ...wanted, userId }),
      ])
      if (placedBefore.has(userId)) throw problem('already_bought')
      if (live) return live.id
      const items = itemsToBuy(locked, { ...wanted, userId, order })
      return freezeOrder(tx, context, { ...wanted, ...items, userId, payment, network, way })
    }),
  )
}

type Freezing = WantedItems & ItemsToBuy & Omit<Request, 'idempotencyKey'> & { way: ReturnType<typeof offeredWay> }

/** Withholds locked items from others while their customer pays, and inserts the payment. */
async function freezeOrder(
  tx: Tx,
  context: Pick<AppContext, 'settings' | 'tokens'>,
  order: Freezing,
): Promise<PaymentId> {
  const { userId, tickets, lines, cost, itemsFingerprint, payment, paymentType, network, way } = order
  if (!paymentType) throw problem('nothing_to_pay')
  if (!way.paymentTypes.includes(paymentType)) throw problem('payment_type_missing')
  if (way.kind === 'manual') {
    // Counted under the lock of the customer, so that orders at once cannot exceed the limits together.
    const open = await selectUnpaidOrders(tx, userId)
    const pieces = lines.reduce((sum, { item: { quantity } }) => sum + quantity, 0)
    const added = { places: tickets.length, pieces }
    const objection = objectionToUnpaidOrder(way.name, { open, added }, context.settings)
    if (objection) throw objection
  }
  const { kind } = way
  const clientNetwork = lines.length > 0 ? limitedNetwork(context, { network, kind }) : null
  if (clientNetwork) {
    await requireShareOfNetwork(tx, context.settings, { clientNetwork, kind, items: lines.map(({ item }) => item) })
  }
  if (!(await insertAttemptWithRoom(tx, { key: `payments of ${userId}`, ...OPENINGS }))) {
    throw problem('too_many_requests', { retryAfterSeconds: OPENINGS.secondsPerAttempt })
  }
  const { total, points } = cost
  const now = await selectNow(tx)
  const terms = paymentTerms(context, way, { now, starts: tickets.map(({ startsAt }) => startsAt) })
  const pendingOrderId = await insertPendingOrder(tx, {
    ...{ userId, total, points, paymentType, itemsFingerprint, clientNetwork },
    customer: payment.userPaymentInfoDto,
    items: [
      ...tickets.map(({ item: { ticketId, ...item }, showId, placeId, reservedUntil }) => ({
        ...columnsOf(item),
        ...{ ticket_id: ticketId, event_show_id: showId, place_id: placeId, reserved_until: reservedUntil },
        ...{ merchandise_product_id: null, cart_line_id: null },
      })),
      ...lines.map(({ item: { productId, ...item }, lineId }) => ({
        ...columnsOf(item),
        ...{ ticket_id: null, event_show_id: null, place_id: null, reserved_until: null },
        ...{ merchandise_product_id: productId, cart_line_id: lineId },
      })),
    ],
  })
  await updateTicketsBeingPaid(
    tx,
    tickets.map(({ item }) => item.ticketId),
    pendingOrderId,
  )
  await takeStock(
    tx,
    lines.map(({ item }) => item),
  )
  await insertPendingPoints(tx, { userId, pendingOrderId, points }, 'WITHHELD')
  return insertPayment(tx, { pendingOrderId, provider: way.name, amount: total, terms })
}

type Item = Omit<ItemsToBuy['tickets'][number]['item'], 'ticketId'>

function columnsOf({ name, quantity, price, vatPercent, usePoints, points }: Item) {
  return { name, quantity, price, points, vat_percent: vatPercent, use_points: usePoints }
}
