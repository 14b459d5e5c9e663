import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { getEvent } from '#contract/events.ts'
import { getLocation } from '#contract/locations.ts'
import { type getShow, listShows, type showSearch } from '#contract/shows.ts'
import type { EventId, LocationId } from '#domain/ids.ts'
import { call, type ReplyOf } from '#client/api.ts'

export type Show = ReplyOf<typeof getShow>

export const PAGE_SIZE = 10

/** A page of the shows that match, soonest first. */
export const showsQuery = (query: z.input<typeof showSearch>) =>
  queryOptions({
    queryKey: ['shows', query],
    queryFn: ({ signal }) => call(listShows, { query: { ...query, pageSize: PAGE_SIZE }, signal }),
    placeholderData: keepPreviousData,
  })

export const eventQuery = (id: EventId) =>
  queryOptions({
    queryKey: ['events', id],
    queryFn: ({ signal }) => call(getEvent, { params: { id }, signal }),
  })

export const locationQuery = (id: LocationId) =>
  queryOptions({
    queryKey: ['locations', id],
    queryFn: ({ signal }) => call(getLocation, { params: { id }, signal }),
  })
