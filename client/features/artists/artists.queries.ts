import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { ROWS_PER_PAGE } from '#contract/fields.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import { type artistSearch, listArtists } from '#contract/artists.ts'
import { asking } from '#client/calls/ask.ts'

export type Artist = ReplyOf<typeof listArtists>['elements'][number]

/** Counts the artists with these words in a name. */
export const artistCountQuery = (names: z.input<typeof artistSearch>) =>
  queryOptions({ queryKey: ['artists', 'count', names], ...asking(listArtists, { query: { ...names, pageSize: 1 } }) })

/** Queries one page of matching artists. */
export const artistsQuery = (query: z.input<typeof artistSearch>) =>
  queryOptions({
    queryKey: ['artists', query],
    ...asking(listArtists, { query: { ...query, pageSize: ROWS_PER_PAGE } }),
    placeholderData: keepPreviousData,
  })
