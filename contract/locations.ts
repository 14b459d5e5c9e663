import * as z from 'zod/mini'
import { isTimeZone } from '#domain/time-zone.ts'
import { comingShows } from './coming-shows.ts'
import { endpoint } from './endpoint.ts'
import {
  imageName,
  integer,
  listOf,
  messages,
  noReply,
  nothing,
  optionalText,
  paging,
  requiredText,
  singleLineText,
} from './fields.ts'
import { imageId, locationId, locationIdText } from './ids.ts'
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
export type Location = z.input<typeof location>

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

/** A location with what only administrators need: the version for the next edit, and the number of its uses. */
export const adminLocation = z.extend(location, {
  imageName: z.nullable(imageName),
  imageId: z.nullable(imageId),
  travelText: z.nullable(z.string()),
  version: z.number(),
  shows: z.number(),
  plans: z.number(),
})
export type AdminLocation = z.input<typeof adminLocation>

const timeZone = requiredText(100).check(z.refine(isTimeZone, { error: messages.timeZone }))

const locationFields = {
  name: singleLineText(),
  address: singleLineText(),
  postalCode: singleLineText(),
  city: singleLineText(),
  country: singleLineText(),
  timeZone,
  travelText: optionalText(2000),
  imageId: z.optional(imageId),
}

export const newLocation = z.object(locationFields)
export const changedLocation = z.object({ ...locationFields, version: integer(1) })
export type NewLocation = z.output<typeof newLocation>

export const listAdminLocations = endpoint({
  method: 'GET',
  path: '/admin/locations',
  summary: 'List locations, filtered by name or city.',
  access: 'admin',
  needsVerifiedEmail: false,
  params: nothing,
  query: z.object({ ...paging, name: z.optional(optionalText()) }),
  body: nothing,
  reply: listOf(adminLocation),
  status: 200,
  problems: [],
})

export const getAdminLocation = endpoint({
  method: 'GET',
  path: '/admin/locations/:id',
  summary: 'Get a location for editing.',
  access: 'admin',
  needsVerifiedEmail: false,
  params: z.object({ id: locationIdText }),
  query: nothing,
  body: nothing,
  reply: adminLocation,
  status: 200,
  problems: ['deleted', 'not_found'],
})

export const createLocation = endpoint({
  method: 'POST',
  path: '/admin/locations',
  summary: 'Create a location.',
  access: 'admin',
  needsVerifiedEmail: true,
  params: nothing,
  query: nothing,
  body: newLocation,
  reply: adminLocation,
  status: 201,
  problems: ['invalid_fields', 'not_found'],
})

export const editLocation = endpoint({
  method: 'PUT',
  path: '/admin/locations/:id',
  summary: 'Replace the fields of a location. Refused if the version is not the current one.',
  access: 'admin',
  needsVerifiedEmail: true,
  params: z.object({ id: locationIdText }),
  query: nothing,
  body: changedLocation,
  reply: adminLocation,
  status: 200,
  problems: ['changed_meanwhile', 'deleted', 'invalid_fields', 'not_found'],
})

export const deleteLocation = endpoint({
  method: 'DELETE',
  path: '/admin/locations/:id',
  summary: 'Delete a location without shows and seating plans.',
  access: 'admin',
  needsVerifiedEmail: false,
  params: z.object({ id: locationIdText }),
  query: nothing,
  body: nothing,
  reply: noReply,
  status: 204,
  problems: ['in_use'],
})
