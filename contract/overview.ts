import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { nothing } from './fields.ts'

export const overview = z.object({
  /** Open tasks of administrators. */
  waiting: z.object({
    /** Products of customers that are not published. */
    products: z.number(),
    /** Mails that could not be sent. */
    failedMails: z.number(),
    /** Cancelled shows whose tickets are being refunded. */
    cancellations: z.number(),
    /** Shows to come whose artist or place has another show at the same time. */
    conflicts: z.number(),
    /** Payments by a provider that need somebody. */
    payments: z.number(),
    /** Movements of the bank account that belong to no order yet. */
    movements: z.number(),
  }),
  /** Tells of each thing that the first sale needs whether the shop has it. */
  has: z.object({
    location: z.boolean(),
    seatingPlan: z.boolean(),
    artist: z.boolean(),
    event: z.boolean(),
    show: z.boolean(),
    /** A show that visitors see. */
    publishedShow: z.boolean(),
  }),
})
export type Overview = z.input<typeof overview>

export const getOverview = endpoint({
  method: 'GET',
  path: '/admin/overview',
  summary: 'Count what waits for an administrator, and tell what the shop has for its first sale.',
  access: 'admin',
  needsVerifiedEmail: false,
  params: nothing,
  query: nothing,
  body: nothing,
  reply: overview,
  status: 200,
  problems: [],
})
