import { type Cents, euro } from '#domain/money.ts'
import { counted } from '#domain/number-text.ts'

type Waiting = {
  readonly products: number
  readonly failedMails: number
  readonly cancellations: number
  readonly conflicts: number
}

/** Texts of the overview of the desk. */
export const texts = {
  next: 'Next shows',
  allShows: 'All shows',
  noShows: 'No shows are coming.',
  cancelled: 'Cancelled',
  figures: 'Figures',

  waiting: 'What waits',
  nothingWaits: 'Nothing waits for you.',
  waits: ({ products, failedMails, cancellations, conflicts }: Waiting) => [
    ...(products ? [counted(products, 'product of a customer to publish', 'products of customers to publish')] : []),
    ...(failedMails ? [counted(failedMails, "email that couldn't be sent", "emails that couldn't be sent")] : []),
    ...(cancellations
      ? [counted(cancellations, 'cancelled show being refunded', 'cancelled shows being refunded')]
      : []),
    ...(conflicts
      ? [counted(conflicts, 'show whose artist or place is taken then', 'shows whose artist or place is taken then')]
      : []),
  ],

  lastDays: 'Sales of the last 30 days',
  allFigures: 'All figures',
  sums: (tickets: number, sales: Cents, refunds: Cents) =>
    `${counted(tickets, 'ticket', 'tickets')} sold · sales ${euro(sales)} · refunds ${euro(refunds)}`,
  byDay: 'Figures by day',
  day: 'Day',
  tickets: 'Tickets',
  sold: 'Sold',
  refunded: 'Refunded',
}
