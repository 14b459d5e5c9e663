import * as z from 'zod/mini'
import { ALL_PAYMENT_TYPES } from '#domain/payments/payment-types.ts'
import { TICKET_STATES } from '#domain/tickets/ticket-states.ts'
import { endpoint } from './endpoint.ts'
import { amount, listOf, momentOut, noReply, nothing, oneOf, optionalText, paging } from './fields.ts'
import { invoiceId, invoiceIdText, orderId, orderIdText, placeId, showId, showIdText, ticketId } from './ids.ts'
import { invoice } from './invoices.ts'
import { MAX_PRINTED_TICKETS, printableTickets } from './printable-tickets.ts'

/** The orders in which the list of orders can be sorted. */
export const ORDER_SORTS = ['newest', 'oldest', 'total', 'name'] as const

/** An order in the list of the box office. */
export const listedOrder = z.object({
  id: orderId,
  createdAt: momentOut,
  total: amount,
  paymentType: z.nullable(z.enum(ALL_PAYMENT_TYPES)),
  /** How a provider took the money, such as "Visa ending 4242". Null for other payments. */
  paidBy: z.nullable(z.string()),
  invoiceId,
  invoiceNumber: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  /** Empty for guests and deleted accounts. */
  email: z.string(),
  /** The lines of its tickets and products. */
  lines: z.number(),
})
export type ListedOrder = z.input<typeof listedOrder>

/** A ticket of an order, in its present state. */
export const orderedTicket = z.object({
  id: ticketId,
  placeId,
  place: z.string(),
  state: z.enum(TICKET_STATES),
  price: amount,
  /** Cents that go back if it is refunded: less than its price if too little came, or the bank took a part back. */
  goesBack: z.optional(amount),
  showId,
  showName: z.string(),
  startTime: momentOut,
  timeZone: z.string(),
  /** Whether the box office can move it: the show is neither over nor cancelled. */
  isMovable: z.boolean(),
  /** The CANCEL invoice of a refunded ticket. */
  refundInvoiceId: z.nullable(invoiceId),
  refundInvoiceNumber: z.nullable(z.string()),
})
export type OrderedTicket = z.input<typeof orderedTicket>

export const adminOrder = z.extend(listedOrder, { invoice, tickets: z.array(orderedTicket) })
export type AdminOrder = z.input<typeof adminOrder>

export const listAdminOrders = endpoint({
  method: 'GET',
  path: '/admin/orders',
  summary: 'Find orders by invoice number, order number, name or email; within one show also by seat.',
  access: 'staff',
  needsVerifiedEmail: false,
  params: nothing,
  query: z.object({
    ...paging,
    text: z.optional(optionalText()),
    /** Orders with a ticket of this show. The text then also finds the names of places, such as “row C, seat 14”. */
    showId: z.optional(showIdText),
    sort: z.optional(oneOf(ORDER_SORTS)),
  }),
  body: nothing,
  reply: listOf(listedOrder),
  status: 200,
  problems: [],
})

export const getAdminOrder = endpoint({
  method: 'GET',
  path: '/admin/orders/:id',
  summary: 'Get an order with its invoice and its tickets.',
  access: 'staff',
  needsVerifiedEmail: false,
  params: z.object({ id: orderIdText }),
  query: nothing,
  body: nothing,
  reply: adminOrder,
  status: 200,
  problems: ['not_found'],
})

export const listGuestTickets = endpoint({
  method: 'GET',
  path: '/admin/orders/:id/printable-tickets',
  summary:
    'List what is printed on the bought tickets of a guest, to hand them over. Empty for orders of customers, who have ' +
    `their tickets in their account. At most ${MAX_PRINTED_TICKETS} of them.`,
  access: 'staff',
  needsVerifiedEmail: false,
  params: z.object({ id: orderIdText }),
  query: nothing,
  body: nothing,
  reply: printableTickets,
  status: 200,
  problems: ['not_found'],
})

export const resendOrderMail = endpoint({
  method: 'POST',
  path: '/admin/orders/:id/mails',
  summary: 'Send the mail of an order again.',
  access: 'staff',
  needsVerifiedEmail: false,
  params: z.object({ id: orderIdText }),
  query: nothing,
  body: nothing,
  reply: noReply,
  status: 204,
  problems: ['not_found', 'no_email_address'],
})

export const getAdminInvoice = endpoint({
  method: 'GET',
  path: '/admin/invoices/:id',
  summary: 'Get the invoice of any customer, to print it.',
  access: 'staff',
  needsVerifiedEmail: false,
  params: z.object({ id: invoiceIdText }),
  query: nothing,
  body: nothing,
  reply: invoice,
  status: 200,
  problems: ['not_found'],
})
