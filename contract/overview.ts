import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { amount, nothing } from './fields.ts'

/** The sales of one day in the shop's time zone, in cents. Points are no money and are left out. */
export const salesOfDay = z.object({
  /** `2026-11-22`. */
  day: z.string(),
  /** Tickets on the invoices of the day, also those that were returned later. */
  tickets: z.number(),
  /** The sum of the day's invoices. */
  sales: amount,
  /** The sum of the day's refund invoices. */
  refunds: amount,
})

export const overview = z.object({
  /** Open tasks of administrators. */
  waiting: z.object({
    /** Products of customers that are not published. */
    products: z.number(),
    /** Mails that could not be sent. */
    failedMails: z.number(),
    /** Cancelled shows whose tickets are being refunded. */
    cancellations: z.number(),
  }),
  /** The last 30 days, the oldest first. */
  days: z.array(salesOfDay),
})
export type Overview = z.input<typeof overview>

export const getOverview = endpoint({
  method: 'GET',
  path: '/admin/overview',
  summary: 'Get what waits for an administrator, and the sales of the last 30 days.',
  access: 'admin',
  needsVerifiedEmail: false,
  params: nothing,
  query: nothing,
  body: nothing,
  reply: overview,
  status: 200,
  problems: [],
})
