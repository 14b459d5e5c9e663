import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { listLocations, type locationSearch } from '#contract/locations.ts'
import { call } from '#client/api.ts'

export const PAGE_SIZE = 10

/** A page of the locations that match. */
export const locationsQuery = (query: z.input<typeof locationSearch>) =>
  queryOptions({
    queryKey: ['locations', query],
    queryFn: ({ signal }) => call(listLocations, { query: { ...query, pageSize: PAGE_SIZE }, signal }),
    placeholderData: keepPreviousData,
  })
