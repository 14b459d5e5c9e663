import * as z from 'zod/mini'
import { ALL_PAYMENT_TYPES, PAYMENT_TYPES } from '#domain/payments/payment-types.ts'
import { endpoint } from './endpoint.ts'
import { amount, integer, listOf, momentOut, singleLineText, nothing, oneOf, paging, nonBlankText } from './fields.ts'
import { invoiceId, merchandisePurchaseId, orderId, ticketId } from './ids.ts'
import { invoiceItem } from './invoices.ts'

export const paymentInfo = z.object({
  firstName: singleLineText(),
  lastName: singleLineText(),
  address: nonBlankText(),
})
export const paymentType = oneOf(PAYMENT_TYPES)

/** Limits the tickets of an order and its cart lines, and so those of a cart. */
export const MAX_ITEMS_PER_ORDER = 200

export const newOrder = z.object({
  userPaymentInfoDto: paymentInfo,
  /** Required when the money total is above 0, absent otherwise. */
  paymentType: z.optional(z.nullable(paymentType)),
  ticketIds: z._default(
    z.array(ticketId).check(z.maxLength(MAX_ITEMS_PER_ORDER, `At most ${MAX_ITEMS_PER_ORDER} tickets in one order`)),
    [],
  ),
  merchandiseIds: z._default(
    z
      .array(merchandisePurchaseId)
      .check(z.maxLength(MAX_ITEMS_PER_ORDER, `At most ${MAX_ITEMS_PER_ORDER} lines in one order`)),
    [],
  ),
  /** The total in cents that the customer saw. A different total is refused with `prices_changed`. */
  expectedTotal: z.optional(integer(0)),
  /** The cost in points that the customer saw. A different cost is refused with `prices_changed`. */
  expectedPoints: z.optional(integer(0)),
})
export type NewOrder = z.output<typeof newOrder>

export const order = z.object({
  id: orderId,
  createdAt: momentOut,
  total: amount,
  paymentType: z.nullable(z.enum(ALL_PAYMENT_TYPES)),
  invoiceId,
  items: z.array(invoiceItem),
})
export type Order = z.input<typeof order>

export const placeOrder = endpoint({
  method: 'POST',
  path: '/orders',
  summary: 'Buy reserved tickets and cart lines, all or nothing. Answers the id of the invoice.',
  access: 'customer',
  needsVerifiedEmail: true,
  params: nothing,
  query: nothing,
  body: newOrder,
  reply: z.object({ id: invoiceId }),
  status: 201,
  problems: [
    'nothing_selected',
    'not_found',
    'already_bought',
    'reservation_run_out',
    'show_cancelled',
    'out_of_stock',
    'customer_limit_reached',
    'not_enough_points',
    'not_on_sale',
    'not_redeemable',
    'order_too_large',
    'order_too_many_points',
    'payment_needed',
    'payment_type_missing',
    'points_only',
    'payment_under_way',
    'prices_changed',
    'show_off_sale',
    'idempotency_key_reused',
  ],
})

export const listOwnOrders = endpoint({
  method: 'GET',
  path: '/users/orders',
  summary: 'List your orders, newest first.',
  access: 'customer',
  needsVerifiedEmail: false,
  params: nothing,
  query: z.object(paging),
  body: nothing,
  reply: listOf(order),
  status: 200,
  problems: [],
})
