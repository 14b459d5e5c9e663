import { pages } from '#contract/pages.ts'
import type { LiveTicketState } from '#domain/ticket-states.ts'

/** Texts of the customer's ticket page. */
export const texts = {
  ownTickets: pages.ownTickets.title,
  lead: 'Please pick up your tickets 30 minutes before the show starts.',
  states: { RESERVED: 'Reserved', BOUGHT: 'Bought' } satisfies Record<LiveTicketState, string>,
  listOf: (state: LiveTicketState) => `${texts.states[state]} tickets`,
  none: (state: LiveTicketState) => `No ${texts.states[state]} Tickets linked to this account`,
  toEvents: 'Search events',
  toCheckout: 'Go to checkout',
  reservedUntil: 'Reserved until',
  beingPaidUntil: 'Held for your payment until',
  continueOrCancel: 'continue or cancel the payment',
  toPayment: 'To Payment',
  toPaymentOf: (ticket: string) => `To Payment: ${ticket}`,
  show: 'Show Ticket',
  showNamed: (ticket: string) => `Show Ticket: ${ticket}`,
  cancel: 'Cancel',
  cancelNamed: (ticket: string) => `Cancel: ${ticket}`,
  refundQuestion: 'Are you sure you want to refund this ticket?',
  refund: 'Refund',
  changed: 'This show has changed. You can return the ticket until',
  givenTo: (name: string) => `Given to ${name || 'another person'}`,
  receivedFrom: (name: string) => `Received from ${name || 'another person'}`,
  offeredTo: (email: string) => `Offered to ${email}`,
  pastShows: 'Past shows',
  past: 'The show for this ticket already occurred!',
}
