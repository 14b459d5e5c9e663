import { period } from '#contract/figures.ts'
import type { z } from 'zod/mini'
import type { Cell } from '#domain/accounting/csv.ts'
import type { DayFigures } from '#domain/accounting/figures.ts'
import { type DayRange, daysOfPeriod } from '#domain/accounting/figures-period.ts'
import { showNameOf } from '#domain/shows/show-name.ts'
import { vatByRate, vatTotals } from '#domain/accounting/vat.ts'
import { readBounded } from '#server/db/bounded-read.ts'
import { LONGEST_STATEMENT_MS } from '#server/db/silent-connections.ts'
import { type RowQuery, streamRows } from '#server/db/stream-rows.ts'
import { selectFigures } from '#server/features/figures/figures.sql.ts'
import { selectToday } from '#server/db/shop-days.sql.ts'
import { type Export, type ExportedShop, filteredExport } from './export-of.ts'
import { findInvoiceRows, findLineRows, type InvoiceRow } from './exported-rows.sql.ts'

type Period = z.output<typeof period>

async function daysOf({ db, timeZone }: ExportedShop, chosen: Period): Promise<DayRange> {
  return daysOfPeriod(chosen, await selectToday(db, timeZone))
}

/** Exports rows of the invoices of a period. A row may become several lines, or none. */
function bookExport<Row>(
  names: readonly string[],
  find: (days: DayRange, timeZone: string) => RowQuery<Row>,
  linesOf: (row: Row) => Cell[][],
): Export {
  return filteredExport(period, names, async function* (shop, chosen) {
    const days = await daysOf(shop, chosen)
    for await (const rows of streamRows(shop.db, () => find(days, shop.timeZone))) yield rows.flatMap(linesOf)
  })
}

const signOf = ({ invoiceType }: Pick<InvoiceRow, 'invoiceType'>) => (invoiceType === 'CANCEL' ? -1 : 1)

/** The invoices of a period, one line each. Amounts of refunds are negative. */
export const invoicesExport = bookExport(
  [
    ...['Number', 'Type', 'Issued', 'Delivery', 'First name', 'Last name', 'Address'],
    ...['Payment type', 'Net', 'VAT', 'Total', 'Cancels', 'Paid by'],
  ],
  findInvoiceRows,
  (invoice) => {
    const { exVat, vat } = vatTotals(invoice.lines ?? [])
    const sign = signOf(invoice)
    const { invoiceNumber, invoiceType, issuedAt, deliveryAt, firstName, lastName, address, paymentType } = invoice
    return [
      [
        ...[invoiceNumber, invoiceType, issuedAt, deliveryAt, firstName, lastName, address, paymentType],
        ...[
          { cents: sign * exVat },
          { cents: sign * vat },
          { cents: sign * invoice.total },
          invoice.cancels,
          invoice.paidBy,
        ],
      ],
    ]
  },
)

/** The lines of the invoices of a period: tickets with their shows, and merchandise. */
export const linesExport = bookExport(
  [
    ...['Invoice', 'Type', 'Issued', 'Item', 'Quantity', 'Price', 'VAT %', 'Paid with points', 'Points of one'],
    ...['Ticket', 'Event', 'Show', 'Start', 'Location', 'Product'],
  ],
  findLineRows,
  ({ invoiceNumber, invoiceType, issuedAt, name, quantity, price, vatPercent, usePoints, points, ...of }) => [
    [
      ...[invoiceNumber, invoiceType, issuedAt, name, quantity, { cents: price }, vatPercent, usePoints, points],
      ...[of.ticketId, of.event, of.show, of.startsAt, of.location, of.productId],
    ],
  ],
)

/**
 * The invoices of a period for bookkeeping: one line for each VAT rate of an invoice, as the invoice prints it. Amounts
 * of refunds are negative. An invoice without money has one line of zeros, so that no number is missing.
 */
export const accountingExport = bookExport(
  ['Number', 'Type', 'Date', 'Payment type', 'Customer', 'VAT %', 'Net', 'VAT', 'Gross', 'Cancels'],
  findInvoiceRows,
  (invoice) => {
    const { invoiceNumber, invoiceType, issuedAt, paymentType, firstName, lastName, cancels } = invoice
    const sign = signOf(invoice)
    const rates = vatByRate(invoice.lines ?? []).filter(({ total }) => total !== 0)
    return (rates.length > 0 ? rates : [{ vatPercent: null, exVat: 0, vat: 0, total: 0 }]).map((rate) => [
      ...[invoiceNumber, invoiceType, issuedAt, paymentType, `${firstName} ${lastName}`.trim(), rate.vatPercent],
      ...[{ cents: sign * rate.exVat }, { cents: sign * rate.vat }, { cents: sign * rate.total }, cancels],
    ])
  },
)

/** Limits the shows and the products of exported figures, which are made in memory. */
const MOST_ROWS = 10_000

type Sums = Omit<DayFigures, 'pointsIssued' | 'pointsWithdrawn' | 'pointsSpent'>

/** The figures of a period: by day, event type, location, show and product. */
export const figuresExport = filteredExport(
  period,
  [
    ...['By', 'Name', 'Id', 'Tickets sold', 'Tickets returned', 'Sales', 'Refunds', 'Turnover', 'Without VAT'],
    ...['Pieces', 'Points issued', 'Points withdrawn', 'Points spent'],
  ],
  async function* (shop, chosen) {
    const days = await daysOf(shop, chosen)
    const figures = await readBounded(shop.db, { statementMs: LONGEST_STATEMENT_MS }, (tx) =>
      selectFigures(tx, days, shop.timeZone, MOST_ROWS),
    )
    yield [
      ...figures.days.map((day) => [
        ...['Day', day.day, null, ...sumsOf(day), null],
        ...[day.pointsIssued, day.pointsWithdrawn, day.pointsSpent],
      ]),
      ...figures.types.map((row) => ['Event type', row.type ?? 'Merchandise', null, ...sumsOf(row)]),
      ...figures.locations.map(({ location, ...row }) => [
        ...['Location', location?.name ?? 'Merchandise', location?.id, ...sumsOf(row)],
      ]),
      ...figures.shows.map(({ show, ...row }) => ['Show', showNameOf(show), show.id, ...sumsOf(row)]),
      ...figures.products.map(({ product, quantity, turnover, net, pointsSpent }) => [
        ...['Product', product.name, product.id, null, null, null, null, { cents: turnover }, { cents: net }],
        ...[quantity, null, null, pointsSpent],
      ]),
    ]
  },
)

function sumsOf({ ticketsSold, ticketsRefunded, sales, refunds, turnover, net }: Sums): Cell[] {
  return [ticketsSold, ticketsRefunded, ...[sales, refunds, turnover, net].map((cents) => ({ cents }))]
}
