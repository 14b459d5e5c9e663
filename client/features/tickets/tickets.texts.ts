import { pages } from '#contract/pages.ts'
import { counted } from '#domain/number-text.ts'
import type { LiveTicketState } from '#domain/tickets/ticket-states.ts'

/** Texts of the customer's ticket page. */
export const texts = {
  ownTickets: pages.ownTickets.title,
  lead: 'Please pick up your tickets 30 minutes before the show starts, or show bought ones at the entrance.',
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
  isFree: 'The ticket cost nothing, so no money goes back.',
  goesBack: (amount: string) => `You get a refund of ${amount}.`,
  goesBackAtDesk: (amount: string, type: string) =>
    `You get ${amount} back at the box office, where you paid (${type}).`,
  nothingLeft: 'No money goes back, because none of your payment is left.',
  simulation: 'Demo shop: the refund is simulated and no money is returned.',
  pointsLost: (points: number) => `The ${counted(points, 'point', 'points')} of this ticket will not be awarded.`,
  keep: '“Cancel” keeps the ticket.',
  changed: 'This show has changed. You can return the ticket until',
  givenTo: (name: string) => `Given to ${name || 'another person'}`,
  askForItFirst: 'To return it, ask for it back first.',
  afterShow: 'You can return it after the show.',
  receivedFrom: (name: string) => `Received from ${name || 'another person'}`,
  offeredTo: (email: string) => `Offered to ${email}`,
  pastShows: 'Past shows',
  past: 'The show for this ticket already occurred!',
}
