import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { ROWS_PER_PAGE } from '#contract/fields.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import { getEvent } from '#contract/events.ts'
import { getLocation } from '#contract/locations.ts'
import { listShows, type showSearch } from '#contract/shows.ts'
import type { EventId, LocationId } from '#domain/ids.ts'
import { asking } from '#client/calls/ask.ts'

export type Show = ReplyOf<typeof listShows>['elements'][number]

/** Queries one page of matching shows, soonest first. */
export const showsQuery = (query: z.input<typeof showSearch>) =>
  queryOptions({
    queryKey: ['shows', query],
    ...asking(listShows, { query: { ...query, pageSize: ROWS_PER_PAGE } }),
    placeholderData: keepPreviousData,
  })

export const eventQuery = (id: EventId) =>
  queryOptions({
    queryKey: ['events', id],
    ...asking(getEvent, { params: { id } }),
  })

export const locationQuery = (id: LocationId) =>
  queryOptions({
    queryKey: ['locations', id],
    ...asking(getLocation, { params: { id } }),
  })
