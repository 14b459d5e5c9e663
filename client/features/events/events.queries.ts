import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { ROWS_PER_PAGE } from '#contract/fields.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import { getArtist } from '#contract/artists.ts'
import { type eventSearch, listEvents } from '#contract/events.ts'
import { listLocations } from '#contract/locations.ts'
import { listShows, type showSearch } from '#contract/shows.ts'
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

/** Counts the locations with these words in their name. */
export const locationsNamedQuery = (name: string) =>
  queryOptions({ queryKey: ['locations', 'count', name], ...asking(listLocations, { query: { name, pageSize: 1 } }) })

/** Counts the shows to come of artists with these words in their name. */
export const showsByArtistQuery = (artistName: string) => countOfShows({ artistName })

/** Counts the shows to come with these words in their name. */
export const showsNamedQuery = (name: string) => countOfShows({ name })

const countOfShows = (words: Pick<z.input<typeof showSearch>, 'name' | 'artistName'>) =>
  queryOptions({
    queryKey: ['shows', 'count', words],
    ...asking(listShows, { query: { ...words, when: 'coming', pageSize: 1 } }),
  })

export const artistQuery = (id: ArtistId) =>
  queryOptions({
    queryKey: ['artists', id],
    ...asking(getArtist, { params: { id } }),
  })
