import { type Cents, euro } from '#domain/money.ts'
import { counted } from '#domain/number-text.ts'

/** Texts of the overview of the desk. */
export const texts = {
  next: 'Next shows',
  allShows: 'All shows',
  noShows: 'No shows are coming.',
  cancelled: 'Cancelled',
  figures: 'Figures',

  waiting: 'What waits',
  nothingWaits: 'Nothing waits for you.',
  products: (count: number) => counted(count, 'product of a customer to publish', 'products of customers to publish'),
  payments: (count: number) => counted(count, 'payment that needs you', 'payments that need you'),
  movements: (count: number) => counted(count, 'bank movement to assign', 'bank movements to assign'),
  failedMails: (count: number) => counted(count, "email that couldn't be sent", "emails that couldn't be sent"),
  cancellations: (count: number) => counted(count, 'cancelled show being refunded', 'cancelled shows being refunded'),
  conflicts: (count: number) =>
    counted(count, 'show whose artist or place is taken then', 'shows whose artist or place is taken then'),

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
