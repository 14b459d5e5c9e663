import { queryOptions } from '@tanstack/react-query'
import { listOwnCancelledShows } from '#contract/cancelled-shows.ts'
import { call } from '#client/api.ts'

/** Queries the cancelled shows of own tickets and reservations. */
export const cancelledShowsQuery = queryOptions({
  queryKey: ['own-tickets', 'cancelled'],
  queryFn: ({ signal }) => call(listOwnCancelledShows, { signal }),
  // An addition to the page: without it, the lists still work.
  meta: { isUnasked: true },
})
