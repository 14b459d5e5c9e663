import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { getArtist } from '#contract/artists.ts'
import { type eventSearch, type getEvent, listEvents } from '#contract/events.ts'
import type { ArtistId } from '#domain/ids.ts'
import { call, type ReplyOf } from '#client/api.ts'

export type Event = ReplyOf<typeof getEvent>

export const PAGE_SIZE = 10

/** A page of the events that match. */
export const eventsQuery = (query: z.input<typeof eventSearch>) =>
  queryOptions({
    queryKey: ['events', query],
    queryFn: ({ signal }) => call(listEvents, { query: { ...query, pageSize: PAGE_SIZE }, signal }),
    placeholderData: keepPreviousData,
  })

export const artistQuery = (id: ArtistId) =>
  queryOptions({
    queryKey: ['artists', id],
    queryFn: ({ signal }) => call(getArtist, { params: { id }, signal }),
  })
