import * as z from 'zod/mini'
import { DESK_PAYMENT_TYPES } from '#domain/payments/payment-types.ts'
import { endpoint } from './endpoint.ts'
import {
  integer,
  listOf,
  noReply,
  nothing,
  oneOf,
  optionalLineText,
  optionalText,
  price,
  singleLineText,
} from './fields.ts'
import { invoiceId, orderId, placeId, showIdText, ticketId, ticketIdText, userId } from './ids.ts'
import { MAX_PLACES_AT_DESK, ticketsAtDesk } from './holds.ts'

const deskPaymentType = z.optional(oneOf(DESK_PAYMENT_TYPES))

/** A customer to whom the box office sells. */
export const buyer = z.object({ id: userId, firstName: z.string(), lastName: z.string(), email: z.string() })
export type Buyer = z.output<typeof buyer>

/** A ticket to sell at the desk. */
const wantedTicket = z.object({
  placeId,
  /** The held ticket that is sold. Without it, the place must be free. */
  held: z.optional(ticketId),
  /** Cents, at most the price of the place, which is the default. Less needs a reason. */
  price: z.optional(price),
})
export type WantedTicket = z.output<typeof wantedTicket>

export const newSale = z.object({
  tickets: z
    .array(wantedTicket)
    .check(
      z.minLength(1, 'Please choose places'),
      z.maxLength(MAX_PLACES_AT_DESK, `At most ${MAX_PLACES_AT_DESK} places at a time`),
    ),
  /** A customer with an account. Without it, the buyer is a guest. */
  userId: z.optional(userId),
  /** The name of a guest, who gets no points and no mails. */
  guest: z.optional(z.object({ firstName: optionalLineText(), lastName: singleLineText() })),
  /** Required when the total is above 0. */
  paymentType: deskPaymentType,
  /** Why tickets are reduced or free. */
  reason: z.optional(optionalLineText()),
  /** The total in cents that staff saw. A different total is refused with `prices_changed`. */
  expectedTotal: z.optional(integer(0)),
  /** Whether a customer gets the usual mail. */
  isMailed: z._default(z.boolean(), true),
})
export type NewSale = z.output<typeof newSale>

const sale = z.object({ id: invoiceId, orderId })

const salesProblems = ['show_cancelled', 'show_over', 'payment_type_missing', 'prices_changed'] as const

export const listBuyers = endpoint({
  method: 'GET',
  path: '/admin/buyers',
  summary: 'Find up to ten customers by name or email.',
  access: 'staff',
  needsVerifiedEmail: false,
  params: nothing,
  query: z.object({ text: z.optional(optionalText()) }),
  body: nothing,
  reply: listOf(buyer),
  status: 200,
  problems: [],
})

export const sellPlaces = endpoint({
  method: 'POST',
  path: '/admin/shows/:id/sales',
  summary: 'Sell or give free or held places of a show at the desk, all or none. Answers the invoice and the order.',
  access: 'staff',
  needsVerifiedEmail: true,
  params: z.object({ id: showIdText }),
  query: nothing,
  body: newSale,
  reply: sale,
  status: 201,
  problems: [
    'account_not_confirmed',
    'not_found',
    'places_not_bookable',
    'places_not_held',
    'seats_taken',
    'standing_full',
    'show_off_sale',
    'order_too_large',
    'idempotency_key_reused',
    ...salesProblems,
  ],
})

export const payReservations = endpoint({
  method: 'POST',
  path: '/admin/reservations/payments',
  summary: 'Sell reservations of one customer, who pays them at the desk. Answers the invoice and the order.',
  access: 'staff',
  needsVerifiedEmail: true,
  params: nothing,
  query: nothing,
  body: z.object({ ticketIds: ticketsAtDesk, paymentType: deskPaymentType, expectedTotal: z.optional(integer(0)) }),
  reply: sale,
  status: 201,
  problems: [
    'not_found',
    'already_bought',
    'payment_under_way',
    'reservation_run_out',
    'idempotency_key_reused',
    ...salesProblems,
  ],
})

export const releaseReservation = endpoint({
  method: 'DELETE',
  path: '/admin/reservations/:id',
  summary: 'Release the reservation of a customer. A repetition succeeds.',
  access: 'staff',
  needsVerifiedEmail: false,
  params: z.object({ id: ticketIdText }),
  query: nothing,
  body: nothing,
  reply: noReply,
  status: 204,
  problems: ['ticket_bought', 'payment_under_way'],
})

export const moveTicket = endpoint({
  method: 'PUT',
  path: '/admin/tickets/:id/place',
  summary:
    'Move a bought ticket to a free place of its show. A place of another price writes a CANCEL invoice and a new one; ' +
    'the customer pays or gets the difference. A price that was paid otherwise than at the desk goes back whole, the ' +
    'way it was paid. The price changes in proportion to the percentages of the places.',
  access: 'staff',
  needsVerifiedEmail: true,
  params: z.object({ id: ticketIdText }),
  query: nothing,
  body: z.object({
    placeId,
    /** Required when the new price is different and above 0. */
    paymentType: deskPaymentType,
    /** The new price in cents that staff saw. Any other price is refused with `prices_changed`. */
    expectedPrice: z.optional(integer(0)),
  }),
  /** `id` and `orderId`: the invoice and the order that the ticket stands on now. */
  reply: sale,
  status: 200,
  problems: [
    'changed_meanwhile',
    'not_found',
    'places_not_bookable',
    'seats_taken',
    'standing_full',
    'ticket_not_bought',
    'idempotency_key_reused',
    ...salesProblems,
  ],
})

export const refundAtDesk = endpoint({
  method: 'PUT',
  path: '/admin/tickets/:id/refund',
  summary: 'Refund a bought ticket, also after its show has started. Answers the id of the refund invoice.',
  access: 'staff',
  needsVerifiedEmail: true,
  params: z.object({ id: ticketIdText }),
  query: nothing,
  body: z.object({ reason: singleLineText() }),
  reply: z.object({ id: invoiceId }),
  status: 200,
  problems: ['not_found', 'ticket_not_bought', 'idempotency_key_reused'],
})
