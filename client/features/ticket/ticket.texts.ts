import { pages } from '#contract/pages.ts'

/** Texts of the page of one ticket. */
export const texts = {
  title: 'Your Ticket',
  notFound: 'This ticket does not exist, or it belongs to another account.',
  toTickets: pages.ownTickets.title,
  qrCode: 'QR code of the ticket',
  live: 'Live code: it changes every 15 seconds.',
  liveOnly:
    'Show this page at the entrance: screenshots are not accepted, and there is no PDF file or wallet pass. Once you have opened it, it works offline, too. If you are without your phone, come to the box office with an ID.',
  doorCode: 'Code to type at the door',
  keepSecret: 'Keep this code to yourself: the first person to show it gets in.',
  toCalendar: 'Add to calendar',
  toWallet: { APPLE: 'Add to Apple Wallet', GOOGLE: 'Add to Google Wallet' },
  ofMany: (position: number, count: number) => `Ticket ${position} of ${count}`,
  others: 'Your tickets for this show',
  previous: 'Previous ticket',
  next: 'Next ticket',
  reserved: 'This ticket is reserved. Its code appears here once it is paid for.',
  kept: 'The shop cannot be reached. This is the copy kept on this device.',
  givenTo: (name: string) =>
    `${name || 'Another person'} has this ticket now. You keep the invoice and the points. To return the ticket, ask for it back first.`,
  receivedFrom: (name: string) => `Received from ${name || 'another person'}`,
  toCheckout: 'Go to checkout',
}
