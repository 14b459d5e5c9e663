import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { amount, integer, listOf, moment, momentOut, noReply, nothing, singleLineText } from './fields.ts'
import { holdId, holdIdText, placeId, showIdText, ticketId } from './ids.ts'

/** The highest number of places in one call of the box office. */
export const MAX_PLACES_AT_DESK = 200

const list = <Entry extends z.ZodMiniType>(entry: Entry, missing: string) =>
  z
    .array(entry)
    .check(z.minLength(1, missing), z.maxLength(MAX_PLACES_AT_DESK, `At most ${MAX_PLACES_AT_DESK} places at a time`))

/** Places on a plan, a standing place once per person. */
export const placesAtDesk = list(placeId, 'Please choose places')
/** Tickets of one show. */
export const ticketsAtDesk = list(ticketId, 'Please choose tickets')

/** Places that the box office keeps for somebody. */
export const hold = z.object({
  id: holdId,
  reason: z.string(),
  /** The email address of the holder; empty for a deleted account. */
  by: z.string(),
  /** Null for a hold without an end. */
  until: z.nullable(momentOut),
  createdAt: momentOut,
  version: z.number(),
  /** The held places that are still held. */
  tickets: z.array(
    z.object({
      id: ticketId,
      placeId,
      sectorName: z.string(),
      rowName: z.string(),
      seatNumber: z.number(),
      price: amount,
    }),
  ),
})
export type Hold = z.input<typeof hold>

export const newHold = z.object({
  placeIds: placesAtDesk,
  reason: singleLineText(),
  /** Without it, the places are held until they are released. */
  until: z.optional(moment),
})
export type NewHold = z.output<typeof newHold>

export const changedHold = z.object({
  reason: singleLineText(),
  /** Without it, the places are held until they are released. */
  until: z.optional(moment),
  addedPlaceIds: z.optional(placesAtDesk),
  releasedTicketIds: z.optional(ticketsAtDesk),
  version: integer(1),
})
export type ChangedHold = z.output<typeof changedHold>

export const listHolds = endpoint({
  method: 'GET',
  path: '/admin/shows/:id/holds',
  summary: 'List the held places of a show, newest hold first.',
  access: 'staff',
  needsVerifiedEmail: false,
  params: z.object({ id: showIdText }),
  query: nothing,
  body: nothing,
  reply: listOf(hold),
  status: 200,
  problems: ['deleted', 'not_found'],
})

export const createHold = endpoint({
  method: 'POST',
  path: '/admin/shows/:id/holds',
  summary: 'Hold free places of a show with a reason, all or none. Repeat a standing place for several people.',
  access: 'staff',
  needsVerifiedEmail: true,
  params: z.object({ id: showIdText }),
  query: nothing,
  body: newHold,
  reply: z.object({ id: holdId }),
  status: 201,
  problems: [
    'not_found',
    'places_not_bookable',
    'seats_taken',
    'standing_full',
    'show_cancelled',
    'show_over',
    'idempotency_key_reused',
  ],
})

export const editHold = endpoint({
  method: 'PUT',
  path: '/admin/holds/:id',
  summary: 'Change the reason and the end of a hold, and add and release places, all or none.',
  access: 'staff',
  needsVerifiedEmail: true,
  params: z.object({ id: holdIdText }),
  query: nothing,
  body: changedHold,
  reply: noReply,
  status: 204,
  problems: [
    'changed_meanwhile',
    'deleted',
    'invalid_fields',
    'not_found',
    'places_not_bookable',
    'places_not_held',
    'seats_taken',
    'standing_full',
    'show_cancelled',
    'show_over',
  ],
})

export const releaseHeld = endpoint({
  method: 'POST',
  path: '/admin/releases',
  summary: 'Release held places. Skips tickets that are no longer held, so a repetition succeeds.',
  access: 'staff',
  needsVerifiedEmail: false,
  params: nothing,
  query: nothing,
  body: z.object({ ticketIds: ticketsAtDesk }),
  reply: noReply,
  status: 204,
  problems: [],
})
