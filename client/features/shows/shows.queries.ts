import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { ROWS_PER_PAGE } from '#contract/fields.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import { getEvent } from '#contract/events.ts'
import { getLocation } from '#contract/locations.ts'
import { listShows, type showSearch } from '#contract/shows.ts'
import type { EventId, LocationId } from '#domain/ids.ts'
import { asking } from '#client/calls/ask.ts'
import { findListed } from '#client/calls/find-listed.ts'

export type Show = ReplyOf<typeof listShows>['elements'][number]

export type EventDetail = ReplyOf<typeof getEvent>
export type LocationDetail = ReplyOf<typeof getLocation>

/** The most rows that the server sends at once. */
const MOST_ROWS = 100

/** Queries one page of matching shows, soonest first. */
export const showsQuery = (query: z.input<typeof showSearch>) =>
  queryOptions({
    queryKey: ['shows', query],
    ...asking(listShows, { query: { ...query, pageSize: ROWS_PER_PAGE } }),
    placeholderData: keepPreviousData,
  })

/** Queries the shows to come of an event in a month. */
export const monthQuery = (query: { eventId: EventId; month: string }) =>
  queryOptions({
    queryKey: ['shows', 'month', query],
    ...asking(listShows, { query: { ...query, when: 'coming', pageSize: MOST_ROWS } }),
  })

export const eventQuery = (id: EventId) =>
  queryOptions({
    queryKey: ['events', id],
    ...asking(getEvent, { params: { id } }),
  })

/** Finds an event in the cached lists. Undefined if none has it. */
export function findListedEvent(client: QueryClient, id: EventId): EventDetail | undefined {
  return findListed<EventDetail>(client, [['events']], id)
}

export const locationQuery = (id: LocationId) =>
  queryOptions({
    queryKey: ['locations', id],
    ...asking(getLocation, { params: { id } }),
  })
