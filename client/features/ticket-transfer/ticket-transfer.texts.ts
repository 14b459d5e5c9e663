import { pages } from '#contract/pages.ts'

/** Texts of the page on which an offered ticket is accepted. */
export const texts = {
  title: pages.ticketTransfer.title,
  missing: 'This link is incomplete. Please open the link in your email again.',
  offers: (name: string) => `${name || 'Somebody'} would like to give you this ticket:`,
  needsAccount: "Log in or sign up to accept it. You'll then find it under “Your Tickets”.",
  accept: 'Accept Ticket',
  decline: 'Decline',
  declined: 'You have declined the ticket. It stays with the person who offered it.',
  accepted: 'The ticket is yours now.',
  login: pages.login.title,
  register: pages.register.title,
  toTickets: pages.ownTickets.title,
  toShop: 'To the shop',
}
