import { queryOptions } from '@tanstack/react-query'
import { getUserDetail } from '#contract/users.ts'
import { call } from '#client/api.ts'

/** Who is logged in, with the points that count today. */
export const ownUserQuery = queryOptions({
  queryKey: ['own-user'],
  queryFn: ({ signal }) => call(getUserDetail, { signal }),
})
