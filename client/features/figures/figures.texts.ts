import { displayedDay } from '#domain/time/displayed-day.ts'
import type { FigurePeriod } from '#domain/accounting/figures-period.ts'
import { counted, numberText } from '#domain/number-text.ts'

/** Texts of the pages of figures. */
export const texts = {
  choosePeriod: 'Choose a period',
  period: 'Period',
  periods: {
    TODAY: 'Today',
    DAYS_7: 'Last 7 days',
    DAYS_30: 'Last 30 days',
    MONTH: 'This month',
    LAST_MONTH: 'Last month',
    YEAR: 'This year',
    LAST_YEAR: 'Last year',
  } satisfies Record<FigurePeriod, string>,
  ownDays: 'From – to',
  from: 'From',
  to: 'To',
  show: 'Show',
  days: (from: string, to: string) =>
    from === to ? displayedDay(from) : `${displayedDay(from)} – ${displayedDay(to)}`,

  downloads: 'Downloads of this period',
  figuresCsv: 'Figures (CSV)',
  invoicesCsv: 'Invoices (CSV)',
  linesCsv: 'Invoice lines (CSV)',
  accountingCsv: 'VAT by invoice (CSV)',
  productsCsv: 'Products (CSV)',
  datev: (month: string) => `DATEV ${month}`,

  turnover: 'Turnover',
  net: 'Without VAT',
  vat: 'VAT',
  sales: 'Sales',
  refunds: 'Refunds',
  merchandise: 'Merchandise',
  ticketsSold: 'Tickets sold',
  ticketsReturned: 'Tickets returned',
  pointsIssued: 'Points issued',
  pointsWithdrawn: 'Points withdrawn',
  pointsSpent: 'Points spent',

  coming: 'Shows to come',
  shows: (count: number) => counted(count, 'show', 'shows'),
  sold: 'Sold',
  reserved: 'Reserved',
  held: 'Held',
  free: 'Free',

  byDay: 'By day',
  byMonth: 'By month',
  day: 'Day',
  month: 'Month',
  tickets: 'Tickets',
  issued: 'Points issued',
  spent: 'Points spent',
  byType: 'By event type',
  type: 'Event type',
  byLocation: 'By location',
  location: 'Location',
  byShow: 'Shows with the highest turnover',
  showName: 'Show',
  byProduct: 'Products with the highest turnover',
  product: 'Product',
  pieces: 'Pieces',
  total: 'Total',
  nothing: 'Nothing was sold in this period.',
  nothingOfShow: 'Nothing of this show was sold yet.',

  explanation:
    'All amounts come from the invoices of the period, points from the ledger. Turnover is sales minus refunds. Amounts without VAT are rounded as on the invoices.',
  showTitle: 'Figures',
  toShow: 'Edit Show',
  places: 'Places',
  unavailable: "The figures can't be shown",
  soldOf: (sold: number, all: number) => `${numberText(sold)} of ${numberText(all)}`,
}
