import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { email, momentOut, noReply, nothing } from './fields.ts'
import { ticketId, ticketIdText } from './ids.ts'

/** Longer than any token. */
const MAX_TOKEN = 100

const tokenText = z.object({ token: z.string().check(z.maxLength(MAX_TOKEN)) })

/** The input of the form. */
export const transferForm = z.object({ email })

/** A ticket that somebody offers, as its receiver sees it. */
const offeredTicket = z.object({
  /** The first name of the customer who offers it. */
  fromFirstName: z.string(),
  eventTitle: z.string(),
  showName: z.string(),
  startTime: momentOut,
  timeZone: z.string(),
  locationName: z.string(),
  seatingPlanSectorName: z.string(),
  seatingPlanRowName: z.string(),
  seatNumber: z.number(),
})
export type OfferedTicket = z.input<typeof offeredTicket>

export const replaceTicketCode = endpoint({
  method: 'POST',
  path: '/tickets/:id/codes',
  summary: 'Give one of your bought tickets a new code. Its former codes are no longer valid.',
  access: 'customer',
  needsVerifiedEmail: false,
  params: z.object({ id: ticketIdText }),
  query: nothing,
  body: nothing,
  reply: noReply,
  status: 204,
  problems: ['not_found', 'ticket_not_bought', 'ticket_not_transferable', 'ticket_used', 'idempotency_key_reused'],
})

export const offerTicket = endpoint({
  method: 'POST',
  path: '/tickets/:id/transfers',
  summary: 'Offer one of your bought tickets to another person, who gets a link by email.',
  access: 'customer',
  needsVerifiedEmail: true,
  params: z.object({ id: ticketIdText }),
  query: nothing,
  body: transferForm,
  reply: noReply,
  status: 204,
  problems: [
    'not_found',
    'ticket_not_bought',
    'ticket_not_transferable',
    'ticket_used',
    'ticket_offered',
    'transfer_to_yourself',
    'idempotency_key_reused',
  ],
})

export const withdrawTicketOffer = endpoint({
  method: 'DELETE',
  path: '/tickets/:id/transfers',
  summary: 'Withdraw the offer of one of your tickets. A repetition succeeds.',
  access: 'customer',
  needsVerifiedEmail: false,
  params: z.object({ id: ticketIdText }),
  query: nothing,
  body: nothing,
  reply: noReply,
  status: 204,
  problems: ['not_found'],
})

export const getTicketOffer = endpoint({
  method: 'GET',
  path: '/ticket-transfers/:token',
  summary: 'Get the ticket that the link of a mail offers.',
  access: 'visitor',
  params: tokenText,
  query: nothing,
  body: nothing,
  reply: offeredTicket,
  status: 200,
  problems: ['transfer_accepted', 'transfer_ended', 'transfer_too_late'],
})

export const acceptTicket = endpoint({
  method: 'POST',
  path: '/ticket-transfers/:token/acceptance',
  summary:
    'Accept the ticket that the link of a mail offers. It becomes yours, with a new code. A repetition succeeds.',
  access: 'customer',
  needsVerifiedEmail: true,
  params: tokenText,
  query: nothing,
  body: nothing,
  reply: z.object({ ticketId }),
  status: 200,
  problems: ['transfer_accepted', 'transfer_ended', 'transfer_to_yourself', 'transfer_too_late'],
})

export const declineTicket = endpoint({
  method: 'POST',
  path: '/ticket-transfers/:token/refusal',
  summary: 'Decline the ticket that the link of a mail offers. A repetition succeeds.',
  access: 'visitor',
  params: tokenText,
  query: nothing,
  body: nothing,
  reply: noReply,
  status: 204,
  problems: ['transfer_accepted', 'transfer_ended'],
})
