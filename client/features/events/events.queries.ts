import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { ROWS_PER_PAGE } from '#contract/fields.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import { getArtist } from '#contract/artists.ts'
import { type eventSearch, listEvents } from '#contract/events.ts'
import type { ArtistId } from '#domain/ids.ts'
import { asking } from '#client/calls/ask.ts'

export type Event = ReplyOf<typeof listEvents>['elements'][number]
export type ArtistDetail = ReplyOf<typeof getArtist>

/** Queries one page of matching events. */
export const eventsQuery = (query: z.input<typeof eventSearch>) =>
  queryOptions({
    queryKey: ['events', query],
    ...asking(listEvents, { query: { ...query, pageSize: ROWS_PER_PAGE } }),
    placeholderData: keepPreviousData,
  })

export const artistQuery = (id: ArtistId) =>
  queryOptions({
    queryKey: ['artists', id],
    ...asking(getArtist, { params: { id } }),
  })
