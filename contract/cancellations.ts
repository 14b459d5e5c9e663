import * as z from 'zod/mini'
import { cancelledShow } from './cancelled-shows.ts'
import { endpoint } from './endpoint.ts'
import { amount, momentOut, nothing, singleLineText } from './fields.ts'
import { showIdText } from './ids.ts'

/** The cancellation of a show: what it would take, how far it is, or that it is done. */
export const cancellation = z.object({
  show: cancelledShow,
  /** Whether the show is over and can no longer be cancelled. */
  hasEnded: z.boolean(),
  /** Null before the cancellation. */
  cancelledAt: z.nullable(momentOut),
  reason: z.nullable(z.string()),
  /** When the last ticket was refunded. */
  doneAt: z.nullable(momentOut),
  /**
   * Bought tickets that are not refunded yet, with their customers and the cents to be returned. `unreachable`: how
   * many of these customers have no email address.
   */
  open: z.object({ tickets: z.number(), customers: z.number(), unreachable: z.number(), total: amount }),
  /** Reservations that are not released yet. */
  reservations: z.number(),
  /** People who get a mail: customers of these tickets and reservations, and persons who received such a ticket. */
  mailed: z.number(),
  /** Tickets that the cancellation has refunded. */
  refunded: z.object({ tickets: z.number(), total: amount }),
})
export type Cancellation = z.input<typeof cancellation>

export const getCancellation = endpoint({
  method: 'GET',
  path: '/admin/shows/:id/cancellation',
  summary: 'Preview the cancellation of a show, or follow its progress.',
  access: 'admin',
  needsVerifiedEmail: false,
  params: z.object({ id: showIdText }),
  query: nothing,
  body: nothing,
  reply: cancellation,
  status: 200,
  problems: ['deleted', 'not_found'],
})

export const cancelShow = endpoint({
  method: 'POST',
  path: '/admin/shows/:id/cancellation',
  summary:
    'Cancel a show that has not ended. Nothing of it is sold any more; its tickets are refunded in the background. ' +
    'Repeating the call changes nothing.',
  access: 'admin',
  needsVerifiedEmail: true,
  params: z.object({ id: showIdText }),
  query: nothing,
  /** `reason`: told to the customers. */
  body: z.object({ reason: singleLineText() }),
  reply: cancellation,
  status: 201,
  problems: ['deleted', 'not_found', 'show_over'],
})
