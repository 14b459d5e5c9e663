import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { ROWS_PER_PAGE } from '#contract/fields.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import { listLocations, type locationSearch } from '#contract/locations.ts'
import { asking } from '#client/calls/ask.ts'

export type Location = ReplyOf<typeof listLocations>['elements'][number]

/** Queries one page of matching locations. */
export const locationsQuery = (query: z.input<typeof locationSearch>) =>
  queryOptions({
    queryKey: ['locations', query],
    ...asking(listLocations, { query: { ...query, pageSize: ROWS_PER_PAGE } }),
    placeholderData: keepPreviousData,
  })
