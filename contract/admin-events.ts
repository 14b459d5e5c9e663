import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { event, newEvent } from './events.ts'
import { eventType, integer, listOf, momentOut, noReply, nothing, optionalText, paging } from './fields.ts'
import { eventIdText, imageId } from './ids.ts'
import { changedPublication, publicationFields, publicationFilter } from './publication.ts'
import { notPublishing } from './publishing.ts'

/** An event with what only administrators need. `shows` counts its shows, `nextShow` is the next one to start. */
export const adminEvent = z.extend(event, {
  imageId: z.nullable(imageId),
  ...publicationFields,
  version: z.number(),
  shows: z.number(),
  nextShow: z.nullable(z.object({ startTime: momentOut, timeZone: z.string() })),
})
export type AdminEvent = z.input<typeof adminEvent>

export const changedEvent = z.extend(z.omit(newEvent, notPublishing), { version: integer(1) })

export const listAdminEvents = endpoint({
  method: 'GET',
  path: '/admin/events',
  summary: 'List events, filtered by title, type and publication. The one with the next show first.',
  access: 'admin',
  needsVerifiedEmail: false,
  params: nothing,
  query: z.object({ ...paging, title: z.optional(optionalText()), type: z.optional(eventType), ...publicationFilter }),
  body: nothing,
  reply: listOf(adminEvent),
  status: 200,
  problems: [],
})

export const getAdminEvent = endpoint({
  method: 'GET',
  path: '/admin/events/:id',
  summary: 'Get an event for editing.',
  access: 'admin',
  needsVerifiedEmail: false,
  params: z.object({ id: eventIdText }),
  query: nothing,
  body: nothing,
  reply: adminEvent,
  status: 200,
  problems: ['deleted', 'not_found'],
})

export const editEvent = endpoint({
  method: 'PUT',
  path: '/admin/events/:id',
  summary: 'Replace the fields of an event. Refused if the version is not the current one.',
  access: 'admin',
  needsVerifiedEmail: true,
  params: z.object({ id: eventIdText }),
  query: nothing,
  body: changedEvent,
  reply: adminEvent,
  status: 200,
  problems: ['changed_meanwhile', 'deleted', 'not_found'],
})

export const publishEvent = endpoint({
  method: 'PUT',
  path: '/admin/events/:id/publication',
  summary: 'Publish an event at once or from a time, or take it back as a draft. Its shows are hidden with it.',
  access: 'admin',
  needsVerifiedEmail: true,
  params: z.object({ id: eventIdText }),
  query: nothing,
  body: changedPublication,
  reply: adminEvent,
  status: 200,
  problems: ['changed_meanwhile', 'deleted', 'not_found'],
})

export const deleteEvent = endpoint({
  method: 'DELETE',
  path: '/admin/events/:id',
  summary: 'Delete an event without shows and without news articles.',
  access: 'admin',
  needsVerifiedEmail: false,
  params: z.object({ id: eventIdText }),
  query: nothing,
  body: nothing,
  reply: noReply,
  status: 204,
  problems: ['in_use'],
})
