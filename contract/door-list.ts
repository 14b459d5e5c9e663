import * as z from 'zod/mini'
import { ENTRY_REFUSALS, ENTRY_VERDICTS } from '#domain/entry/entry.ts'
import { LIVE_TICKET_STATES } from '#domain/tickets/ticket-states.ts'
import { endpoint } from './endpoint.ts'
import { amount, momentOut, nothing, singleLineText } from './fields.ts'
import { orderId, showId, showIdText, ticketId } from './ids.ts'

/** A live ticket of a show on its door list. */
export const doorEntry = z.object({
  id: ticketId,
  state: z.enum(LIVE_TICKET_STATES),
  sectorName: z.string(),
  rowName: z.string(),
  seatNumber: z.number(),
  price: amount,
  /** The name on the invoice; for a reservation that of the account, for a held place the reason of its hold. */
  name: z.string(),
  /** Empty for guests, deleted accounts and held places. */
  email: z.string(),
  /** Null before the ticket is bought. */
  invoiceNumber: z.nullable(z.string()),
  orderId: z.nullable(orderId),
  /** The code to type at the door. Null before the ticket is bought. */
  doorCode: z.nullable(z.string()),
  /** Null for a bought ticket, and for a held place without an end. */
  reservedUntil: z.nullable(momentOut),
  /** When the first person came in with the ticket. Null before. */
  admittedAt: z.nullable(momentOut),
  isHeld: z.boolean(),
})
export type DoorEntry = z.input<typeof doorEntry>

export const doorList = z.object({
  show: z.object({
    id: showId,
    name: z.string(),
    eventTitle: z.string(),
    locationName: z.string(),
    startTime: momentOut,
    timeZone: z.string(),
    isCancelled: z.boolean(),
  }),
  entries: z.array(doorEntry),
})
export type DoorList = z.input<typeof doorList>

export const getDoorList = endpoint({
  method: 'GET',
  path: '/admin/shows/:id/door-list',
  summary: 'List all tickets, reservations and held places of a show, in the order of its places.',
  access: 'staff',
  needsVerifiedEmail: false,
  params: z.object({ id: showIdText }),
  query: nothing,
  body: nothing,
  reply: doorList,
  status: 200,
  problems: ['deleted', 'not_found'],
})

export const admitByName = endpoint({
  method: 'POST',
  path: '/admin/shows/:id/admissions',
  summary: 'Admit the person of a bought ticket by name, without its code, if the rules of entry allow it.',
  access: 'staff',
  needsVerifiedEmail: false,
  params: z.object({ id: showIdText }),
  query: nothing,
  body: z.object({
    ticketId,
    /** Why the ticket was not scanned. */
    reason: singleLineText(),
  }),
  reply: z.object({
    verdict: z.enum(ENTRY_VERDICTS),
    /** Null if the person is admitted. */
    reason: z.nullable(z.enum(ENTRY_REFUSALS)),
  }),
  status: 200,
  problems: ['not_found', 'ticket_not_bought'],
})
