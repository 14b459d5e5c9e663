import * as z from 'zod/mini'
import { PENDING_PAYMENT_TYPES } from '#domain/payments/payment-types.ts'
import { PAYMENT_STATES } from '#domain/payments/payments.ts'
import { endpoint } from './endpoint.ts'
import { amount, listOf, momentOut, nothing, oneOf, singleLineText } from './fields.ts'
import { invoiceId, paymentId, paymentIdText } from './ids.ts'
import { newOrder, placeOrder } from './orders.ts'

/** The method of shops without a payment provider. Orders are then paid by simulation. */
export const SIMULATED = 'simulated'

export const paymentMethod = z.object({
  method: z.string(),
  /** The payment types that it stands for. */
  paymentTypes: z.array(z.enum(PENDING_PAYMENT_TYPES)),
  /** The minutes before the first show of an order until which it is offered. Null until the show starts. */
  offeredUntilMinutes: z.nullable(z.number()),
  /** Whether orders are paid without a provider and without money. */
  isSimulated: z.boolean(),
  /** Whether the provider takes test payments, without money. */
  isTest: z.boolean(),
})
export type PaymentMethod = z.input<typeof paymentMethod>

export const newPayment = z.extend(newOrder, {
  /** The method to pay by, of those listed. */
  method: singleLineText(),
  /** One of those that the method stands for. */
  paymentType: z.optional(z.nullable(oneOf(PENDING_PAYMENT_TYPES))),
})
export type NewPayment = z.output<typeof newPayment>

/** How to pay without a redirection, by the manual method. */
const paymentInstructions = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('DESK'), number: z.string() }),
  z.object({
    kind: z.literal('TRANSFER'),
    owner: z.string(),
    iban: z.string(),
    bic: z.nullable(z.string()),
    reference: z.string(),
  }),
])

export const payment = z.object({
  id: paymentId,
  state: z.enum(PAYMENT_STATES),
  /** Cents. */
  total: amount,
  /** The points that the order costs besides. */
  points: z.number(),
  /** The deadline. The places are held at least until then, and while money may still be on its way. */
  payUntil: momentOut,
  /** Where the customer pays. Null unless the payment is open. */
  redirectUrl: z.nullable(z.string()),
  /** How the customer pays without a redirection. Null unless the payment is open. */
  instructions: z.nullable(paymentInstructions),
  /** Null until the money was taken, and if it came too late and goes back. */
  invoiceId: z.nullable(invoiceId),
})
export type PaymentView = z.input<typeof payment>

export const listPaymentMethods = endpoint({
  method: 'GET',
  path: '/payments/methods',
  summary: 'List the ways to pay an order.',
  access: 'visitor',
  params: nothing,
  query: nothing,
  body: nothing,
  reply: listOf(paymentMethod),
  status: 200,
  problems: [],
})

export const startPayment = endpoint({
  method: 'POST',
  path: '/payments',
  summary: [
    'Start to pay for reserved tickets and cart lines by a provider. They are held, at these prices, until the payment',
    'ends. Answers the same payment for the same items while it is under way.',
  ].join(' '),
  access: 'customer',
  needsVerifiedEmail: true,
  params: nothing,
  query: nothing,
  body: newPayment,
  reply: payment,
  status: 201,
  problems: [
    ...placeOrder.problems.filter((code) => code !== 'payment_needed'),
    'payment_method_too_late',
    'payment_refused',
    'payment_unavailable',
    'nothing_to_pay',
    'too_many_desk_orders',
    'too_many_requests',
    'too_many_unpaid_orders',
  ],
})

const own = { access: 'customer', params: z.object({ id: paymentIdText }), query: nothing, body: nothing } as const

export const getPayment = endpoint({
  ...own,
  method: 'GET',
  path: '/payments/:id',
  summary: 'Get one of your payments.',
  needsVerifiedEmail: false,
  reply: payment,
  status: 200,
  problems: ['not_found'],
})

export const lookAtPayment = endpoint({
  ...own,
  method: 'POST',
  path: '/payments/:id/look',
  summary: 'Ask the provider about one of your payments now.',
  needsVerifiedEmail: false,
  reply: payment,
  status: 200,
  problems: ['not_found', 'payment_unavailable'],
})

export const giveUpPayment = endpoint({
  ...own,
  method: 'DELETE',
  path: '/payments/:id',
  summary: 'Give up one of your payments. Answers its state, which may be that the money was taken.',
  needsVerifiedEmail: false,
  reply: payment,
  status: 200,
  problems: ['not_found', 'payment_unavailable'],
})

/** The path at which a provider delivers its events, signed. Not a call of the API's clients. */
export const PROVIDER_EVENTS_PATH = '/payments/:provider/events'
