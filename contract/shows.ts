import * as z from 'zod/mini'
import { artist } from './artists.ts'
import { endpoint } from './endpoint.ts'
import {
  amount,
  eventType,
  imageName,
  listOf,
  moment,
  momentOut,
  namedText,
  nothing,
  oneOf,
  optionalText,
  paging,
  price,
  priceText,
  whole,
} from './fields.ts'
import { artistId, eventId, eventIdText, locationId, locationIdText, seatingPlanId, showId, showIdText } from './ids.ts'
import { location } from './locations.ts'

export const eventShow = z.object({
  id: showId,
  name: z.string(),
  event: z.object({ id: eventId, title: z.string(), type: eventType, imageName: z.nullable(imageName) }),
  artist,
  location,
  /** Its version names it as it is, for whoever asks for the plan to keep it. */
  seatingPlan: z.object({ id: seatingPlanId, name: z.string(), version: z.string() }),
  startTime: momentOut,
  endTime: momentOut,
  /** Cents, at 100 percent of a sector's price. */
  price,
  /** Cents for the cheapest place that is sold. */
  priceFrom: amount,
})
export type EventShow = z.input<typeof eventShow>

/** One show, with as many live reservations of it as a customer may hold. */
export const shownShow = z.extend(eventShow, { maxReservations: z.number() })
export type ShownShow = z.input<typeof shownShow>

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
  /** Coming: has yet to begin; past: has begun. */
  when: z.optional(oneOf(['coming', 'past'])),
  /** Begins after. */
  startDate: z.optional(moment),
  /** Ends before. */
  endDate: z.optional(moment),
  /** Seconds, ± 30 minutes. */
  duration: z.optional(whole(0)),
  minPrice: z.optional(priceText),
  maxPrice: z.optional(priceText),
})
export type ShowSearch = z.output<typeof showSearch>

export const newShow = z.object({
  name: namedText(),
  startTime: moment,
  endTime: moment,
  price,
  eventId,
  locationId,
  artistId,
  seatingPlanId,
})
export type NewShow = z.output<typeof newShow>

export const listShows = endpoint({
  method: 'GET',
  path: '/eventshows',
  summary: 'Search shows; of an event, of a location, or by any filter together. Soonest first.',
  who: 'anyone',
  params: nothing,
  query: showSearch,
  body: nothing,
  reply: listOf(eventShow),
  status: 200,
  problems: [],
})

export const getShow = endpoint({
  method: 'GET',
  path: '/eventshows/:id',
  summary: 'One show.',
  who: 'anyone',
  params: z.object({ id: showIdText }),
  query: nothing,
  body: nothing,
  reply: shownShow,
  status: 200,
  problems: ['not_found'],
})

export const createShow = endpoint({
  method: 'POST',
  path: '/eventshows',
  summary: 'Create a show of an event.',
  who: 'admin',
  params: nothing,
  query: nothing,
  body: newShow,
  reply: eventShow,
  status: 201,
  problems: ['invalid_fields', 'not_found'],
})
