import * as z from 'zod/mini'
import { comingShows } from './coming-shows.ts'
import { endpoint } from './endpoint.ts'
import { imageName, listOf, nothing, optionalText, paging } from './fields.ts'
import { locationId, locationIdText } from './ids.ts'
import { seatingPlanSummary } from './seating.ts'

export const location = z.object({
  id: locationId,
  name: z.string(),
  address: z.string(),
  city: z.string(),
  postalCode: z.string(),
  country: z.string(),
  /** IANA name. Times of shows here are displayed in this zone. */
  timeZone: z.string(),
})

/** A location in a list. `coming` is absent without shows to come. */
export const listedLocation = z.extend(location, {
  imageName: z.optional(z.nullable(imageName)),
  coming: z.optional(comingShows),
})
export type ListedLocation = z.input<typeof listedLocation>

/** One location, with the seating plans of its latest shows, most used first. */
export const locationDetail = z.extend(listedLocation, {
  /** How to get there. */
  travelText: z.optional(z.nullable(z.string())),
  plans: z.optional(z.array(z.extend(seatingPlanSummary, { capacity: z.number() }))),
})
export type LocationDetail = z.input<typeof locationDetail>

export const locationSearch = z.object({
  ...paging,
  name: z.optional(optionalText()),
  country: z.optional(optionalText()),
  city: z.optional(optionalText()),
  postalCode: z.optional(optionalText()),
  address: z.optional(optionalText()),
})

export const listLocations = endpoint({
  method: 'GET',
  path: '/location',
  summary: 'Search locations.',
  access: 'anyone',
  params: nothing,
  query: locationSearch,
  body: nothing,
  reply: listOf(listedLocation),
  status: 200,
  problems: [],
})

export const getLocation = endpoint({
  method: 'GET',
  path: '/location/:id',
  summary: 'Get a location.',
  access: 'anyone',
  params: z.object({ id: locationIdText }),
  query: nothing,
  body: nothing,
  reply: locationDetail,
  status: 200,
  problems: ['not_found'],
})
