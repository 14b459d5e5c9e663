import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { amount, imageName, integer, noReply, nothing } from './fields.ts'
import { merchandisePurchaseId, merchandisePurchaseIdText, productId, ticketId } from './ids.ts'
import { payment } from './payments.ts'
import { ticket } from './tickets.ts'

export const merchandisePurchase = z.object({
  id: merchandisePurchaseId,
  quantity: z.number(),
  /** Current price and points of one piece. */
  price: amount,
  points: z.number(),
  usePoints: z.boolean(),
  merchandiseProduct: z.object({
    id: productId,
    name: z.string(),
    stock: z.number(),
    itemsPerCustomer: z.number(),
    imageName: z.nullable(imageName),
  }),
})
export type MerchandisePurchase = z.output<typeof merchandisePurchase>

/** A payment under way, with the ids of the items of the cart that it is for. */
const paymentOfCart = z.extend(payment, {
  ticketIds: z.array(ticketId),
  merchandiseIds: z.array(merchandisePurchaseId),
})

export const cart = z.object({
  tickets: z.array(ticket),
  merchandisePurchases: z.array(merchandisePurchase),
  /** Missing if no payment is under way. */
  payments: z.optional(z.array(paymentOfCart)),
})
export type Cart = z.input<typeof cart>

/** Limits the number of pieces in one cart line. */
export const MAX_QUANTITY = 10_000

export const getCart = endpoint({
  method: 'GET',
  path: '/carts',
  summary: 'Get the cart: live reservations, and merchandise at current prices.',
  access: 'customer',
  needsVerifiedEmail: false,
  params: nothing,
  query: nothing,
  body: nothing,
  reply: cart,
  status: 200,
  problems: [],
})

export const addToCart = endpoint({
  method: 'POST',
  path: '/merchandise/purchases',
  summary: 'Add merchandise to the cart. The same product with the same payment increases its line.',
  access: 'customer',
  needsVerifiedEmail: false,
  params: nothing,
  query: nothing,
  body: z.object({
    merchandiseProductId: productId,
    quantity: integer(1, MAX_QUANTITY),
    usePoints: z._default(z.boolean(), false),
  }),
  reply: merchandisePurchase,
  status: 201,
  problems: [
    'cart_full',
    'not_found',
    'not_on_sale',
    'not_redeemable',
    'out_of_stock',
    'points_only',
    'customer_limit_reached',
  ],
})

export const changeCartQuantity = endpoint({
  method: 'PATCH',
  path: '/merchandise/purchases/:id/quantity',
  summary: 'Change the quantity of a cart line.',
  access: 'customer',
  needsVerifiedEmail: false,
  params: z.object({ id: merchandisePurchaseIdText }),
  query: nothing,
  body: z.object({ quantity: integer(1, MAX_QUANTITY) }),
  reply: merchandisePurchase,
  status: 200,
  problems: ['not_found', 'not_on_sale', 'out_of_stock', 'customer_limit_reached', 'payment_under_way'],
})

export const removeFromCart = endpoint({
  method: 'DELETE',
  path: '/merchandise/purchases/:id',
  summary: 'Remove a cart line. A repetition succeeds.',
  access: 'customer',
  needsVerifiedEmail: false,
  params: z.object({ id: merchandisePurchaseIdText }),
  query: nothing,
  body: nothing,
  reply: noReply,
  status: 204,
  problems: ['not_found', 'payment_under_way'],
})
