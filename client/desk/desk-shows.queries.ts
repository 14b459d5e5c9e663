import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { listAdminShows } from '#contract/admin-shows.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import { ROWS_PER_PAGE } from '#contract/fields.ts'
import { call } from '#client/api.ts'

export type DeskShow = ReplyOf<typeof listAdminShows>['elements'][number]

/** Queries one page of shows. */
export const deskShowsQuery = (query: z.input<typeof listAdminShows.query>) =>
  queryOptions({
    queryKey: ['admin-shows', query],
    queryFn: ({ signal }) => call(listAdminShows, { query: { ...query, pageSize: ROWS_PER_PAGE }, signal }),
    placeholderData: keepPreviousData,
  })
