import * as z from 'zod/mini'
import { AVAILABILITIES } from '#domain/shows/availability.ts'
import { PROGRAMME_PERIODS } from '#domain/shows/programme-periods.ts'
import { artist } from './artists.ts'
import { endpoint } from './endpoint.ts'
import {
  amount,
  eventType,
  imageName,
  listOf,
  moment,
  momentOut,
  singleLineText,
  nothing,
  oneOf,
  optionalText,
  paging,
  price,
  priceText,
  integerText,
  messages,
} from './fields.ts'
import { artistId, eventId, eventIdText, locationId, locationIdText, seatingPlanId, showId, showIdText } from './ids.ts'
import { location } from './locations.ts'
import { publishing } from './publishing.ts'

export const eventShow = z.object({
  id: showId,
  name: z.string(),
  event: z.object({ id: eventId, title: z.string(), type: eventType, imageName: z.nullable(imageName) }),
  artist,
  location,
  /** `version` changes with the plan. Requests that name it can cache the plan forever. */
  seatingPlan: z.object({ id: seatingPlanId, name: z.string(), version: z.string() }),
  startTime: momentOut,
  endTime: momentOut,
  /** Cents for a place in a sector of 100 percent. */
  price,
  /** Cents for the cheapest place on sale. */
  priceFrom: amount,
  /** Absent when the show has started. */
  availability: z.optional(z.enum(AVAILABILITIES)),
  /** The start of the sale to customers. Only of a show whose sale has not started. */
  saleStartsAt: z.optional(momentOut),
})
export type EventShow = z.input<typeof eventShow>

/** One show, with the limit of live reservations that a customer may hold for it. */
export const showDetail = z.extend(eventShow, {
  maxReservations: z.number(),
  /** Why the show was cancelled. Absent unless it was. */
  cancelReason: z.optional(z.string()),
  /** Whether the sale has ended. Absent while the show is on sale. */
  isOffSale: z.optional(z.boolean()),
  /** Whether customers wait in a line, and only those with a pass can reserve. Absent without one. */
  hasLine: z.optional(z.boolean()),
  /** Whether visitors do not see the show yet. Absent once they do; others than staff get no such show. */
  isHidden: z.optional(z.boolean()),
})
export type ShowDetail = z.input<typeof showDetail>

export const showSearch = z.object({
  ...paging,
  eventId: z.optional(eventIdText),
  locationId: z.optional(locationIdText),
  name: z.optional(optionalText()),
  eventName: z.optional(optionalText()),
  artistName: z.optional(optionalText()),
  locationName: z.optional(optionalText()),
  city: z.optional(optionalText()),
  country: z.optional(optionalText()),
  /** `coming` shows have not started, `past` shows have. */
  when: z.optional(oneOf(['coming', 'past'])),
  /** The month of the start, in the calendar of the venue. */
  month: z.optional(z.string().check(z.regex(/^2[01]\d\d-(0[1-9]|1[0-2])$/, messages.date))),
  /** The day of the week of the start, from 1 for Monday to 7 for Sunday. */
  weekday: z.optional(integerText(1, 7)),
  /** Finds shows that start after this moment. */
  startDate: z.optional(moment),
  /** Finds shows that end before this moment. */
  endDate: z.optional(moment),
  /** Seconds, ± 30 minutes. */
  duration: z.optional(integerText(0)),
  minPrice: z.optional(priceText),
  maxPrice: z.optional(priceText),
})
export type ShowSearch = z.output<typeof showSearch>

/** The search parameters of an event's page: its shows as a list, or as a calendar. */
export const eventPageSearch = z.extend(showSearch, { view: z.optional(oneOf(['calendar'])) })

export const newShow = z.object({
  name: singleLineText(),
  startTime: moment,
  endTime: moment,
  price,
  eventId,
  locationId,
  artistId,
  seatingPlanId,
  ...publishing,
  /** The start of the sale to customers. Absent: as soon as visitors see the show. */
  saleStartsAt: z.optional(moment),
  /** The end of the sale. Absent: the start of the show. */
  saleEndsAt: z.optional(moment),
})
export type NewShow = z.output<typeof newShow>

export const listShows = endpoint({
  method: 'GET',
  path: '/eventshows',
  summary: 'Search shows of an event, of a location, or by any combination of filters. Soonest first.',
  access: 'anyone',
  params: nothing,
  query: showSearch,
  body: nothing,
  /** `pastTotal` is the number of past shows that match all filters but `when`. Only with `coming`. */
  reply: z.extend(listOf(eventShow), { pastTotal: z.optional(z.number()) }),
  status: 200,
  problems: [],
})

/** A part of the programme with some of its shows, each of another event. */
export const programmePart = z.object({
  name: z.enum(PROGRAMME_PERIODS),
  from: momentOut,
  until: z.nullable(momentOut),
  shows: z.array(eventShow),
})
export type ProgrammePart = z.input<typeof programmePart>

export const listProgramme = endpoint({
  method: 'GET',
  path: '/eventshows/programme',
  summary: 'List shows of tonight, of the weekend, and of the time after that. Parts without a show are missing.',
  access: 'anyone',
  params: nothing,
  query: nothing,
  body: nothing,
  reply: listOf(programmePart),
  status: 200,
  problems: [],
})

export const getShow = endpoint({
  method: 'GET',
  path: '/eventshows/:id',
  summary: 'Get a show.',
  access: 'anyone',
  params: z.object({ id: showIdText }),
  query: nothing,
  body: nothing,
  reply: showDetail,
  status: 200,
  problems: ['not_found'],
})

export const createShow = endpoint({
  method: 'POST',
  path: '/eventshows',
  summary: 'Create a show of an event. Accepts an Idempotency-Key.',
  access: 'admin',
  needsVerifiedEmail: true,
  params: nothing,
  query: nothing,
  body: newShow,
  reply: eventShow,
  status: 201,
  problems: ['idempotency_key_reused', 'invalid_fields', 'not_found'],
})
