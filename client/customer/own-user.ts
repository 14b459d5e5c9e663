import { queryOptions } from '@tanstack/react-query'
import { getUserDetail } from '#contract/users.ts'
import { call } from '#client/api.ts'

/** Reads the logged-in user with the current points balance. */
export const ownUserQuery = queryOptions({
  queryKey: ['own-user'],
  queryFn: ({ signal }) => call(getUserDetail, { signal }),
})
