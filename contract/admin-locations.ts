import * as z from 'zod/mini'
import { isTimeZone } from '#domain/time/time-zone.ts'
import { endpoint } from './endpoint.ts'
import {
  imageName,
  integer,
  listOf,
  singleLineText,
  noReply,
  nothing,
  optionalText,
  paging,
  messages,
  requiredText,
} from './fields.ts'
import { locationIdText, imageId } from './ids.ts'
import { location } from './locations.ts'

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
export const changedLocation = z.object({
  ...locationFields,
  version: integer(1),
  /** Confirms a change that customers are told of by email. Without it, such a change is refused. */
  isConfirmed: z.optional(z.boolean()),
})
export type NewLocation = z.output<typeof newLocation>
export type ChangedLocation = z.output<typeof changedLocation>

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
  summary: 'Replace the fields of a location. Customers with tickets get an email about a new name or address.',
  access: 'admin',
  needsVerifiedEmail: true,
  params: z.object({ id: locationIdText }),
  query: nothing,
  body: changedLocation,
  reply: adminLocation,
  status: 200,
  problems: ['change_needs_confirmation', 'changed_meanwhile', 'deleted', 'invalid_fields', 'not_found'],
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
