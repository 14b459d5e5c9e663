import * as z from 'zod/mini'
import { FIGURE_PERIODS, lengthOf, MAX_PERIOD_DAYS } from '#domain/accounting/figures-period.ts'
import type { Cents } from '#domain/money.ts'
import { dayText } from './days.ts'
import { endpoint } from './endpoint.ts'
import { amount, eventType, momentOut, nothing, oneOf } from './fields.ts'
import { locationId, productId, showId, showIdText } from './ids.ts'
import { placeCounts } from './place-counts.ts'

/** A named period, or the first and the last day, in the shop's time zone. By default the last 30 days. */
export const period = z
  .object({ period: z.optional(oneOf(FIGURE_PERIODS)), firstDay: z.optional(dayText), lastDay: z.optional(dayText) })
  .check(
    z.refine(({ firstDay: from, lastDay: to }) => !from || !to || from <= to, {
      path: ['lastDay'],
      error: 'The last day must not be before the first',
    }),
    z.refine(({ firstDay: from, lastDay: to }) => !from || !to || lengthOf({ from, to }) <= MAX_PERIOD_DAYS, {
      path: ['firstDay'],
      error: 'The period must not be longer than five years',
    }),
  )

/** Cents that may be negative. */
const balance = z.number() as unknown as z.ZodMiniType<Cents, number>

const sums = {
  /** Tickets that were sold, also those that were returned later. */
  ticketsSold: z.number(),
  ticketsRefunded: z.number(),
  /** Cents on invoices of sales, VAT included. */
  sales: amount,
  /** Cents on refund invoices, VAT included. */
  refunds: amount,
  /** Sales minus refunds. Negative if more was refunded. */
  turnover: balance,
  /** The turnover without VAT, rounded as on the invoices. */
  net: balance,
}
const points = {
  /** Points that purchases earned, and gifts. */
  pointsIssued: z.number(),
  /** Points withdrawn by refunds. */
  pointsWithdrawn: z.number(),
  /** Points that paid for merchandise. */
  pointsSpent: z.number(),
}
const day = z.object({ day: z.string(), ...sums, ...points })

export const figures = z.object({
  firstDay: z.string(),
  lastDay: z.string(),
  total: z.object({ ...sums, ...points }),
  /** All days of the period, the oldest first. */
  days: z.array(day),
  /** By type of event, then merchandise (null). */
  types: z.array(z.object({ type: z.nullable(eventType), ...sums })),
  /** By location, the highest turnover first, then merchandise (null). */
  locations: z.array(z.object({ location: z.nullable(z.object({ id: locationId, name: z.string() })), ...sums })),
  /** The shows with the highest turnover. */
  shows: z.array(
    z.object({
      show: z.object({
        id: showId,
        name: z.string(),
        eventTitle: z.string(),
        startTime: momentOut,
        timeZone: z.string(),
      }),
      ...sums,
    }),
  ),
  /** The products with the highest turnover. */
  products: z.array(
    z.object({
      product: z.object({ id: productId, name: z.string() }),
      quantity: z.number(),
      turnover: balance,
      net: balance,
      pointsSpent: z.number(),
    }),
  ),
  /** The shows to come, at this moment. */
  coming: z.object({ shows: z.number(), ...placeCounts }),
})
export type Figures = z.input<typeof figures>

export const getFigures = endpoint({
  method: 'GET',
  path: '/admin/figures',
  summary: 'Sum up the invoices and the points of a period: by day, event type, location, show and product.',
  access: 'admin',
  needsVerifiedEmail: false,
  params: nothing,
  query: period,
  body: nothing,
  reply: figures,
  status: 200,
  problems: ['invalid_fields'],
})

export const showFigures = z.object({
  show: z.object({ id: showId, name: z.string(), eventTitle: z.string(), startTime: momentOut, timeZone: z.string() }),
  places: z.object(placeCounts),
  total: z.object({ ...sums, ...points }),
  /** The days with an invoice or points of the show, the oldest first. */
  days: z.array(day),
})
export type ShowFigures = z.input<typeof showFigures>

export const getShowFigures = endpoint({
  method: 'GET',
  path: '/admin/shows/:id/figures',
  summary: 'Sum up the places, the invoices and the points of a show.',
  access: 'admin',
  needsVerifiedEmail: false,
  params: z.object({ id: showIdText }),
  query: nothing,
  body: nothing,
  reply: showFigures,
  status: 200,
  problems: ['deleted', 'not_found'],
})
