import * as z from 'zod/mini'
import { ALL_PAYMENT_TYPES } from '#domain/payments/payment-types.ts'
import { MAX_PARTY } from '#domain/tickets/reservations.ts'
import { LIVE_TICKET_STATES } from '#domain/tickets/ticket-states.ts'
import { endpoint } from './endpoint.ts'
import { amount, integer, listOf, momentOut, noReply, nothing, oneOf, paging, price } from './fields.ts'
import { invoiceId, paymentId, placeId, seatingPlanIdText, showId, showIdText, ticketId, ticketIdText } from './ids.ts'
import { COMPACT_STATE } from './compact-seating/media-types.ts'
import { placeKind, placeType } from './seating.ts'

export const MAX_PLACES_PER_CALL = 50

export const ticketState = oneOf(LIVE_TICKET_STATES)

export const ticket = z.object({
  id: ticketId,
  price: amount,
  placeId,
  ticketState,
  placeType,
  seatingPlanRowName: z.string(),
  seatingPlanSectorName: z.string(),
  seatNumber: z.number(),
  /** Missing for a place of no special kind. */
  placeKind: z.optional(placeKind),
  /** The payment under way for the reservation. Missing without one. */
  paymentId: z.optional(paymentId),
  /** Expiry of the reservation, or the end of the time to pay while it is being paid; null for a bought ticket. */
  reservedUntil: z.nullable(momentOut),
  /** Until then the ticket can be refunded, even after the start: its show has changed. Missing for most tickets. */
  refundableUntil: z.optional(momentOut),
  /** The name of the person who has received the ticket from you. Missing for your own. */
  givenTo: z.optional(z.string()),
  /** The first name of the person from whom you have received the ticket. Missing for tickets that you bought. */
  receivedFrom: z.optional(z.string()),
  /** The address to which you offer the ticket. Missing for most tickets. */
  offeredTo: z.optional(z.string()),
  eventShow: z.object({
    id: showId,
    name: z.string(),
    startTime: momentOut,
    eventTitle: z.string(),
    locationName: z.string(),
    timeZone: z.string(),
  }),
})
export type Ticket = z.input<typeof ticket>

/** A refund of a ticket, if it were made now. */
export const ticketRefund = z.object({
  /** The cents that go back: less than the price if less of the payment is left. */
  amount,
  /** The points that the ticket no longer earns. */
  points: z.number(),
  /** Null for a ticket that cost nothing. */
  paymentType: z.nullable(z.enum(ALL_PAYMENT_TYPES)),
  /** How the money was taken, such as "Visa ending 4242". Null if it was simulated, or paid in person. */
  paidBy: z.nullable(z.string()),
})
export type TicketRefund = z.output<typeof ticketRefund>

/** A ticket as its buyer or its receiver sees it. */
export const viewedTicket = z.extend(ticket, {
  /** Null for a ticket that you have received: only its buyer knows what it cost. */
  price: z.nullable(amount),
  /** Missing unless you bought the ticket, and hold it or its show has ended. Only the list of your tickets has it. */
  refund: z.optional(ticketRefund),
})
export type ViewedTicket = z.input<typeof viewedTicket>

export const reserveTickets = endpoint({
  method: 'POST',
  path: '/tickets',
  summary: 'Reserve places of a show, all or none. Repeat a standing place for several tickets.',
  access: 'customer',
  needsVerifiedEmail: true,
  params: nothing,
  query: nothing,
  body: z.object({
    eventShowId: showId,
    seatingPlanPlaceIds: z
      .array(placeId)
      .check(
        z.minLength(1, 'Please select Tickets'),
        z.maxLength(MAX_PLACES_PER_CALL, `At most ${MAX_PLACES_PER_CALL} places at a time`),
      ),
  }),
  reply: listOf(ticket),
  status: 201,
  problems: [
    'not_found',
    'places_not_bookable',
    'seats_taken',
    'standing_full',
    'sale_not_started',
    'show_off_sale',
    'show_started',
    'too_many_reservations',
    'idempotency_key_reused',
    'waiting',
  ],
})

export const reserveBestAvailable = endpoint({
  method: 'POST',
  path: '/tickets/best-available',
  summary: 'Reserve the best available places, together if possible, all or none.',
  access: 'customer',
  needsVerifiedEmail: true,
  params: nothing,
  query: nothing,
  body: z.object({
    eventShowId: showId,
    quantity: integer(1, MAX_PARTY),
    /** Cents per ticket. */
    maxPrice: z.optional(price),
    /** The tickets for people in a wheelchair. The others of the party sit beside them. */
    wheelchairs: z._default(integer(0, MAX_PARTY), 0),
    /** Whether seats with a restricted view will do. */
    restrictedView: z._default(z.boolean(), false),
  }),
  reply: listOf(ticket),
  status: 201,
  problems: [
    'not_found',
    'not_enough_places',
    'sale_not_started',
    'show_off_sale',
    'show_started',
    'too_many_reservations',
    'idempotency_key_reused',
    'waiting',
  ],
})

export const reservation = z.object({ placeId, ticketState })
export type Reservation = z.output<typeof reservation>

export const listReservations = endpoint({
  method: 'GET',
  path: '/tickets/reservations',
  summary: 'List the reserved and bought seats of a show, of all customers. The compact form includes standing places.',
  access: 'anyone',
  params: nothing,
  query: z.object({ seatingPlanId: seatingPlanIdText, eventShowId: showIdText }),
  body: nothing,
  reply: listOf(reservation),
  status: 200,
  problems: ['not_found'],
  compact: COMPACT_STATE,
})

export const cancelReservation = endpoint({
  method: 'DELETE',
  path: '/tickets/:id',
  summary: 'Cancel one of your reservations. A repetition succeeds.',
  access: 'customer',
  needsVerifiedEmail: false,
  params: z.object({ id: ticketIdText }),
  query: nothing,
  body: nothing,
  reply: noReply,
  status: 204,
  problems: ['not_found', 'ticket_bought', 'payment_under_way'],
})

export const refundTicket = endpoint({
  method: 'PUT',
  path: '/tickets/:id/cancelation',
  summary:
    'Refund a bought ticket until its show starts, or while a refund is offered. Answers the id of the refund invoice.',
  access: 'customer',
  needsVerifiedEmail: false,
  params: z.object({ id: ticketIdText }),
  query: nothing,
  body: nothing,
  reply: z.object({ id: invoiceId }),
  status: 200,
  problems: [
    'not_found',
    'ticket_not_bought',
    'ticket_given_away',
    'ticket_not_refundable',
    'ticket_used',
    'too_many_refunds',
    'idempotency_key_reused',
  ],
})

export const listOwnTickets = endpoint({
  method: 'GET',
  path: '/users/tickets',
  summary:
    'List your tickets, optionally by state or show: upcoming shows, soonest first, then past shows, latest first.',
  access: 'customer',
  needsVerifiedEmail: false,
  params: nothing,
  query: z.object({ ...paging, state: z.optional(ticketState), eventShowId: z.optional(showIdText) }),
  body: nothing,
  reply: listOf(viewedTicket),
  status: 200,
  problems: [],
})
