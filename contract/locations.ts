import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { listOf, nothing, optionalText, paging } from './fields.ts'
import { locationId, locationIdText } from './ids.ts'

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
export type Location = z.input<typeof location>

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
  reply: listOf(location),
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
  reply: location,
  status: 200,
  problems: ['not_found'],
})
