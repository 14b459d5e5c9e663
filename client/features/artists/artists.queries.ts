import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { type artistSearch, listArtists } from '#contract/artists.ts'
import { call } from '#client/api.ts'

export const PAGE_SIZE = 10

/** A page of the artists that match. */
export const artistsQuery = (query: z.input<typeof artistSearch>) =>
  queryOptions({
    queryKey: ['artists', query],
    queryFn: ({ signal }) => call(listArtists, { query: { ...query, pageSize: PAGE_SIZE }, signal }),
    placeholderData: keepPreviousData,
  })
