import * as z from 'zod/mini'
import { MAX_SHOWS_OF_SERIES } from '#domain/shows/show-series.ts'
import { SHOW_WARNINGS } from '#domain/shows/show-warnings.ts'
import { endpoint } from './endpoint.ts'
import {
  integer,
  listOf,
  moment,
  messages,
  momentOut,
  noReply,
  nothing,
  oneOf,
  optionalText,
  paging,
} from './fields.ts'
import {
  artistIdText,
  eventIdText,
  locationIdText,
  seatingPlanId,
  seatingPlanIdText,
  showId,
  showIdText,
} from './ids.ts'
import { placeCounts } from './place-counts.ts'
import { changedPublication, publicationFields, publicationFilter } from './publication.ts'
import { notPublishing } from './publishing.ts'
import { eventShow, newShow } from './shows.ts'

/** A show with what only administrators need: how it sells, and the version for the next edit. */
export const adminShow = z.extend(eventShow, {
  version: z.number(),
  ...placeCounts,
  isCancelled: z.boolean(),
  /** Whether the show was never reserved or sold, so that it can be deleted, also after its start. */
  isDeletable: z.boolean(),
  ...publicationFields,
  /** Null: the sale starts as soon as visitors see the show. */
  saleStartsAt: z.nullable(momentOut),
  /** Null: the sale ends when the show starts. */
  saleEndsAt: z.nullable(momentOut),
})
export type AdminShow = z.input<typeof adminShow>

export const changedShow = z.extend(
  z.omit(newShow, { eventId: true, ...notPublishing, saleStartsAt: true, saleEndsAt: true }),
  {
    version: integer(1),
    /** Confirms a change that customers are told of by email. Without it, such a change is refused. */
    isConfirmed: z.optional(z.boolean()),
    /** Offers the customers of bought tickets a refund until then, with a change that they are told of. */
    refundsUntil: z.optional(moment),
  },
)
export type ChangedShow = z.output<typeof changedShow>

export const listAdminShows = endpoint({
  method: 'GET',
  path: '/admin/shows',
  summary:
    'List shows with their sales, filtered by name, event, artist, location or plan. Coming ones first, soonest first.',
  access: 'staff',
  needsVerifiedEmail: false,
  params: nothing,
  query: z.object({
    ...paging,
    /** A part of the name of the show, its event, artist or location. */
    text: z.optional(optionalText()),
    when: z.optional(oneOf(['coming', 'past'])),
    eventId: z.optional(eventIdText),
    artistId: z.optional(artistIdText),
    locationId: z.optional(locationIdText),
    seatingPlanId: z.optional(seatingPlanIdText),
    ...publicationFilter,
  }),
  body: nothing,
  reply: listOf(adminShow),
  status: 200,
  problems: [],
})

export const getAdminShow = endpoint({
  method: 'GET',
  path: '/admin/shows/:id',
  summary: 'Get a show for editing.',
  access: 'admin',
  needsVerifiedEmail: false,
  params: z.object({ id: showIdText }),
  query: nothing,
  body: nothing,
  reply: adminShow,
  status: 200,
  problems: ['deleted', 'not_found'],
})

export const editShow = endpoint({
  method: 'PUT',
  path: '/admin/shows/:id',
  summary: 'Replace the fields of a show. Customers with tickets get an email about a new time, artist or location.',
  access: 'admin',
  needsVerifiedEmail: true,
  params: z.object({ id: showIdText }),
  query: nothing,
  body: changedShow,
  reply: adminShow,
  status: 200,
  problems: [
    'change_needs_confirmation',
    'changed_meanwhile',
    'deleted',
    'invalid_fields',
    'not_found',
    'show_cancelled',
  ],
})

export const publishShow = endpoint({
  method: 'PUT',
  path: '/admin/shows/:id/publication',
  summary: 'Publish a show at once or from a time, or take it back as a draft, and set start and end of its sale.',
  access: 'admin',
  needsVerifiedEmail: true,
  params: z.object({ id: showIdText }),
  query: nothing,
  body: z.extend(changedPublication, { saleStartsAt: z.optional(moment), saleEndsAt: z.optional(moment) }),
  reply: adminShow,
  status: 200,
  problems: ['changed_meanwhile', 'deleted', 'invalid_fields', 'not_found', 'show_cancelled'],
})

/** The parts of shows to check or create, with the times of each. */
const showsToCreate = z.extend(z.omit(newShow, { startTime: true, endTime: true, saleEndsAt: true }), {
  times: z
    .array(z.object({ startTime: moment, endTime: moment }))
    .check(
      z.minLength(1, messages.required),
      z.maxLength(MAX_SHOWS_OF_SERIES, `A series has at most ${MAX_SHOWS_OF_SERIES} shows`),
    ),
})

/** Something odd about shows to create. `at` is the index of the time it is about, absent if it is about all. */
const showWarning = z.object({
  code: z.enum(SHOW_WARNINGS),
  at: z.optional(z.number()),
  /** The show that takes the artist or the place at that time. */
  show: z.optional(z.object({ id: showId, title: z.string(), startTime: momentOut, timeZone: z.string() })),
})
export type ShowWarning = z.input<typeof showWarning>

export const checkShows = endpoint({
  method: 'POST',
  path: '/admin/shows/check',
  summary: 'Check shows before their creation or a change: overlaps, odd times, odd prices. Creates nothing.',
  access: 'admin',
  needsVerifiedEmail: false,
  params: nothing,
  query: nothing,
  body: z.extend(z.pick(showsToCreate, { times: true, price: true, eventId: true, locationId: true, artistId: true }), {
    seatingPlanId,
    /** The show that changes, which does not conflict with itself. */
    showId: z.optional(showId),
  }),
  reply: listOf(showWarning),
  status: 200,
  problems: ['not_found'],
})

export const createShows = endpoint({
  method: 'POST',
  path: '/admin/shows',
  summary: 'Create a series of shows, all or none. Odd ones must be confirmed. Accepts an Idempotency-Key.',
  access: 'admin',
  needsVerifiedEmail: true,
  params: nothing,
  query: nothing,
  body: z.extend(showsToCreate, { isConfirmed: z.optional(z.boolean()) }),
  reply: listOf(z.object({ id: showId, startTime: momentOut })),
  status: 201,
  problems: ['idempotency_key_reused', 'invalid_fields', 'not_found', 'shows_need_confirmation'],
})

export const deleteShow = endpoint({
  method: 'DELETE',
  path: '/admin/shows/:id',
  summary: 'Delete a show without tickets and reservations, including refunded ones.',
  access: 'admin',
  needsVerifiedEmail: false,
  params: z.object({ id: showIdText }),
  query: nothing,
  body: nothing,
  reply: noReply,
  status: 204,
  problems: ['in_use', 'show_cancelled'],
})
