import { queryOptions } from '@tanstack/react-query'
import type { ReplyOf } from '#contract/endpoint.ts'
import { getFigures } from '#contract/figures.ts'
import { getOverview } from '#contract/overview.ts'
import { listAdminShows } from '#contract/admin-shows.ts'
import { call } from '#client/api.ts'

export type Overview = ReplyOf<typeof getOverview>
export type Figures = ReplyOf<typeof getFigures>
export type NextShow = ReplyOf<typeof listAdminShows>['elements'][number]

const NEXT_SHOWS = 5

/** Queries what waits for an administrator. */
export const overviewQuery = queryOptions({
  queryKey: ['desk-overview'],
  queryFn: ({ signal }) => call(getOverview, { signal }),
})

/** Queries the figures of the last 30 days. */
export const lastDaysQuery = queryOptions({
  queryKey: ['figures', {}],
  queryFn: ({ signal }) => call(getFigures, { signal }),
})

/** Queries the next shows, with how they sell. */
export const nextShowsQuery = queryOptions({
  queryKey: ['desk-next-shows'],
  queryFn: ({ signal }) => call(listAdminShows, { query: { when: 'coming', pageSize: NEXT_SHOWS }, signal }),
})
