import * as z from 'zod/mini'
import { TICKET_VERDICTS } from '#domain/entry/ticket-verdicts.ts'
import { endpoint } from './endpoint.ts'
import { momentOut, nothing, oneOf, optionalText } from './fields.ts'
import { showIdText, ticketId, ticketIdText } from './ids.ts'
import { viewedTicket } from './tickets.ts'
import { WALLETS } from './wallets.ts'

/** Longer than any code. */
const MAX_SCANNED = 4_000

const ownTicket = z.object({
  ticket: viewedTicket,
  /** Street, postal code and city. */
  locationAddress: z.string(),
  /** The text of its QR code. Null for a reservation, and for a ticket that another person has. */
  code: z.nullable(z.string()),
  /**
   * Computes the digits of a live code, see `domain/entry/live-code.ts`: the secret in Base64url, and the shop's time.
   * Null at shows without live codes, and without a code.
   */
  live: z.nullable(z.object({ secret: z.string(), now: momentOut })),
  /** The code to type. Null in the same cases as the code, and at shows with live codes. */
  doorCode: z.nullable(z.string()),
  /** The gates that serve its sector. Empty at a location without gates. */
  gateNames: z.array(z.string()),
  /** The wallets to which it can be added. */
  wallets: z.array(z.enum(WALLETS)),
  /** Your bought tickets of the show, in the order of their ids. */
  boughtIds: z.array(ticketId),
})
export type OwnTicket = z.input<typeof ownTicket>

export const getOwnTicket = endpoint({
  method: 'GET',
  path: '/tickets/:id',
  summary: 'Get one of your tickets, with its code if it is bought.',
  access: 'customer',
  needsVerifiedEmail: false,
  params: z.object({ id: ticketIdText }),
  query: nothing,
  body: nothing,
  reply: ownTicket,
  status: 200,
  problems: ['not_found', 'ticket_refunded'],
})

export const checkTicketCode = endpoint({
  method: 'POST',
  path: '/admin/shows/:id/ticket-checks',
  summary: 'Check the scanned code of a ticket of a show. Admits nobody.',
  access: 'staff',
  needsVerifiedEmail: false,
  params: z.object({ id: showIdText }),
  query: nothing,
  body: z.object({ code: optionalText(MAX_SCANNED) }),
  reply: z.object({
    verdict: oneOf(TICKET_VERDICTS),
    /** The ticket of a genuine code. Null for any other text. */
    ticketId: z.nullable(ticketId),
  }),
  status: 200,
  problems: ['not_found'],
})
