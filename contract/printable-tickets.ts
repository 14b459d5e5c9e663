import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { amount, momentOut, nothing } from './fields.ts'
import { invoiceIdText, placeId, showId, ticketId, ticketIdText } from './ids.ts'
import { placeKind } from './seating.ts'

/** The most tickets that one document can have. */
export const MAX_PRINTED_TICKETS = 100

const printableTicket = z.object({
  id: ticketId,
  placeId,
  showId,
  eventTitle: z.string(),
  showName: z.string(),
  startsAt: momentOut,
  timeZone: z.string(),
  locationName: z.string(),
  /** Street, postal code and city. */
  locationAddress: z.string(),
  sectorName: z.string(),
  rowName: z.string(),
  seatNumber: z.number(),
  kind: z.nullable(placeKind),
  /** The gates that serve its sector. Empty at a location without gates. */
  gateNames: z.array(z.string()),
  /** Null for a ticket that was received from another person. */
  price: z.nullable(amount),
  /** The number of the invoice that sold it. Null in the same case. */
  orderNumber: z.nullable(z.string()),
  /** The text of its QR code. */
  code: z.string(),
  /** The code to type. */
  doorCode: z.string(),
})

export const printableTickets = z.object({
  shop: z.object({ name: z.string(), address: z.string(), termsUrl: z.string() }),
  /** How many there are, also beyond the limit. */
  total: z.number(),
  elements: z.array(printableTicket),
  /** How many more have live codes, which cannot be printed. */
  live: z.number(),
})
export type PrintableTickets = z.input<typeof printableTickets>

export const listPrintableTickets = endpoint({
  method: 'GET',
  path: '/tickets/printable',
  summary:
    'List what is printed on your bought tickets of coming shows, soonest first; or on one ticket, or on those of an ' +
    `order, whenever its shows are. At most ${MAX_PRINTED_TICKETS} of them.`,
  access: 'customer',
  needsVerifiedEmail: false,
  params: nothing,
  query: z.object({ ticketId: z.optional(ticketIdText), invoiceId: z.optional(invoiceIdText) }),
  body: nothing,
  reply: printableTickets,
  status: 200,
  problems: [],
})
