import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { amount, listOf, momentOut, nothing } from './fields.ts'
import { invoiceId, showId } from './ids.ts'

export const cancelledShow = z.object({
  id: showId,
  name: z.string(),
  eventTitle: z.string(),
  locationName: z.string(),
  startTime: momentOut,
  timeZone: z.string(),
})

/** A cancelled show that the customer had places of, with the refunds. Without refunds: reservations, or to come. */
export const ownCancelledShow = z.extend(cancelledShow, {
  reason: z.string(),
  /** Whether the customer had bought tickets, which are or will be refunded. */
  wasBought: z.boolean(),
  refunds: z.array(z.object({ id: invoiceId, invoiceNumber: z.string(), total: amount })),
})
export type OwnCancelledShow = z.input<typeof ownCancelledShow>

export const listOwnCancelledShows = endpoint({
  method: 'GET',
  path: '/users/cancelled-shows',
  summary: 'List the cancelled shows of your tickets and reservations until their planned end, soonest first.',
  access: 'customer',
  needsVerifiedEmail: false,
  params: nothing,
  query: nothing,
  body: nothing,
  reply: listOf(ownCancelledShow),
  status: 200,
  problems: [],
})
