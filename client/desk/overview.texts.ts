import { type Cents, euro } from '#domain/money.ts'
import { counted, numberText } from '#domain/number-text.ts'

type Waiting = { readonly products: number; readonly failedMails: number; readonly cancellations: number }

/** Texts of the overview of the desk. */
export const texts = {
  next: 'Next shows',
  allShows: 'All shows',
  noShows: 'No shows are coming.',
  sales: ({ sold, reserved, free }: { readonly sold: number; readonly reserved: number; readonly free: number }) =>
    `${numberText(sold)} sold · ${numberText(reserved)} reserved · ${numberText(free)} free`,
  cancelled: 'Cancelled',

  waiting: 'What waits',
  nothingWaits: 'Nothing waits for you.',
  waits: ({ products, failedMails, cancellations }: Waiting) => [
    ...(products ? [counted(products, 'product of a customer to publish', 'products of customers to publish')] : []),
    ...(failedMails ? [counted(failedMails, "email that couldn't be sent", "emails that couldn't be sent")] : []),
    ...(cancellations
      ? [counted(cancellations, 'cancelled show being refunded', 'cancelled shows being refunded')]
      : []),
  ],

  lastDays: 'Sales of the last 30 days',
  sums: (tickets: number, sales: Cents, refunds: Cents) =>
    `${counted(tickets, 'ticket', 'tickets')} sold · sales ${euro(sales)} · refunds ${euro(refunds)}`,
  byDay: 'Figures by day',
  day: 'Day',
  tickets: 'Tickets',
  sold: 'Sold',
  refunded: 'Refunded',
}
