import * as z from 'zod/mini'
import { PLACES_LEFT, WAITING_STATES } from '#domain/waiting-room.ts'
import { endpoint } from './endpoint.ts'
import { momentOut, noReply, nothing } from './fields.ts'
import { showIdText } from './ids.ts'

/** The line of a show, the same for all who wait: a customer's place is the number minus the admitted one. */
const lineState = z.object({
  /** Whether customers need a pass. */
  isOpen: z.boolean(),
  /** The number of the last person in the line. */
  lastNumber: z.number(),
  /** Up to this number, people were admitted. */
  admittedNumber: z.number(),
  /** People who wait for the start of the sale, among whom numbers are drawn then. */
  lotSize: z.number(),
  peopleAMinute: z.number(),
  /** Whether an administrator has stopped the admission for now. */
  isPaused: z.boolean(),
  /** A show without places left has no line. */
  placesLeft: z.enum(PLACES_LEFT),
})
export type LineState = z.input<typeof lineState>

/** The outcome of an arrival. `number`: in the line. `passUntil`: the end of the pass of an admitted customer. */
const arrival = z.object({
  state: z.enum(WAITING_STATES),
  number: z.optional(z.number()),
  passUntil: z.optional(momentOut),
  line: lineState,
})
export type Arrival = z.input<typeof arrival>

export const arriveAtShow = endpoint({
  method: 'POST',
  path: '/eventshows/:id/waiting-place',
  summary:
    'Arrive at a show: keep the place in its line or the pass to reserve, which then lasts longer, or else get the next ' +
    'place. In a shop that requires a confirmed address, a line or draw admits nobody without one.',
  access: 'customer',
  needsVerifiedEmail: false,
  params: z.object({ id: showIdText }),
  query: nothing,
  body: nothing,
  reply: arrival,
  status: 200,
  problems: ['email_not_verified', 'deleted', 'not_found'],
})

export const leaveLine = endpoint({
  method: 'DELETE',
  path: '/eventshows/:id/waiting-place',
  summary:
    'Leave the line of a show. Ends the part in the draw; a number or a pass is there again after a return, until it lapses.',
  access: 'customer',
  needsVerifiedEmail: false,
  params: z.object({ id: showIdText }),
  query: nothing,
  body: nothing,
  reply: noReply,
  status: 204,
  problems: [],
})

export const getLine = endpoint({
  method: 'GET',
  path: '/eventshows/:id/line',
  summary: 'Get the state of the line of a show, which is the same for all who wait.',
  access: 'visitor',
  params: z.object({ id: showIdText }),
  query: nothing,
  body: nothing,
  reply: lineState,
  status: 200,
  problems: ['deleted', 'not_found'],
})
