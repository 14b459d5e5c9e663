import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import {
  type changedEvent,
  deleteEvent,
  editEvent,
  getAdminEvent,
  listAdminEvents,
  publishEvent,
} from '#contract/admin-events.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import { ROWS_PER_PAGE } from '#contract/fields.ts'
import { createEvent, type newEvent } from '#contract/events.ts'
import type { EventId } from '#domain/ids.ts'
import { call } from '#client/api.ts'
import { useDeletion } from './use-deletion.ts'

export type AdminEvent = ReplyOf<typeof getAdminEvent>

/** Queries one page of events. */
export const eventsQuery = (query: z.input<typeof listAdminEvents.query>) =>
  queryOptions({
    queryKey: ['admin-events', query],
    queryFn: ({ signal }) => call(listAdminEvents, { query: { ...query, pageSize: ROWS_PER_PAGE }, signal }),
    placeholderData: keepPreviousData,
  })

/** Queries an event for editing. */
export const eventQuery = (id: EventId) =>
  queryOptions({
    queryKey: ['admin-event', id],
    queryFn: ({ signal }) => call(getAdminEvent, { params: { id }, signal }),
    meta: { showsError: true },
  })

/** Replaces the fields of an event. */
export const sendEventChange = (id: EventId, body: z.input<typeof changedEvent>) =>
  call(editEvent, { params: { id }, body })

/** Changes when visitors see an event. */
export const sendEventPublication = (id: EventId, body: z.input<typeof publishEvent.body>) =>
  call(publishEvent, { params: { id }, body })

/** Deletes an event without shows. */
export const useDeleteEvent = (event: AdminEvent, onDeleted: () => unknown) =>
  useDeletion({
    deletion: () => call(deleteEvent, { params: event }),
    name: event.title,
    list: 'admin-events',
    onDeleted,
  })

/** Creates an event. */
export const sendEvent = (body: z.input<typeof newEvent>) => call(createEvent, { body })
