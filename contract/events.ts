import * as z from 'zod/mini'
import { comingShows } from './coming-shows.ts'
import { endpoint } from './endpoint.ts'
import {
  eventType,
  imageName,
  listOf,
  momentOut,
  singleLineText,
  nothing,
  optionalText,
  paging,
  integerText,
  requiredText,
} from './fields.ts'
import { eventId, eventIdText, imageId, artistIdText } from './ids.ts'
import { publishing } from './publishing.ts'

export const event = z.object({
  id: eventId,
  title: z.string(),
  type: eventType,
  description: z.string(),
  /** Start of the first show, end of the last, and the seconds between them. Null without shows. */
  startTime: z.nullable(momentOut),
  endTime: z.nullable(momentOut),
  duration: z.nullable(z.number()),
  imageName: z.nullable(imageName),
  /** Absent without shows to come, and in the answer to a creation. */
  coming: z.optional(comingShows),
})
export type Event = z.input<typeof event>

/** One event, with its shows to come counted by month of their venues' calendars. */
export const eventDetail = z.extend(event, {
  months: z.optional(z.array(z.object({ month: z.string(), count: z.number() }))),
})
export type EventDetail = z.input<typeof eventDetail>

export const newEvent = z.object({
  title: singleLineText(),
  type: eventType,
  description: requiredText(),
  imageId: z.optional(imageId),
  ...publishing,
})

export const eventSearch = z.object({
  ...paging,
  title: z.optional(optionalText()),
  description: z.optional(optionalText()),
  type: z.optional(eventType),
  /** Seconds, ± 30 minutes. */
  duration: z.optional(integerText(0)),
  artistId: z.optional(artistIdText),
})
export type EventSearch = z.output<typeof eventSearch>

export const listEvents = endpoint({
  method: 'GET',
  path: '/events',
  summary: 'Search events, or list the events of an artist.',
  access: 'anyone',
  params: nothing,
  query: eventSearch,
  body: nothing,
  reply: listOf(event),
  status: 200,
  problems: [],
})

export const getEvent = endpoint({
  method: 'GET',
  path: '/events/:id',
  summary: 'Get an event.',
  access: 'anyone',
  params: z.object({ id: eventIdText }),
  query: nothing,
  body: nothing,
  reply: eventDetail,
  status: 200,
  problems: ['not_found'],
})

export const topEvent = z.extend(event, { ticketsSold: z.number() })

export const listTopEvents = endpoint({
  method: 'GET',
  path: '/events/top',
  summary: 'List the ten events with the most tickets bought in the last 30 days, except refunded ones.',
  access: 'anyone',
  params: nothing,
  query: z.object({ type: z.optional(eventType) }),
  body: nothing,
  reply: listOf(topEvent),
  status: 200,
  problems: [],
})

export const createEvent = endpoint({
  method: 'POST',
  path: '/events',
  summary: 'Create an event.',
  access: 'admin',
  needsVerifiedEmail: true,
  params: nothing,
  query: nothing,
  body: newEvent,
  reply: event,
  status: 201,
  problems: ['not_found'],
})
