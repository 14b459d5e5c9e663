import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { listChanges } from '#contract/change-log.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import { ROWS_PER_PAGE } from '#contract/fields.ts'
import { call } from '#client/api.ts'

export type LoggedChange = ReplyOf<typeof listChanges>['elements'][number]

/** Queries one page of logged actions, newest first. */
export const changesQuery = (query: z.input<typeof listChanges.query>) =>
  queryOptions({
    queryKey: ['change-log', query],
    queryFn: ({ signal }) => call(listChanges, { query: { ...query, pageSize: ROWS_PER_PAGE }, signal }),
    placeholderData: keepPreviousData,
  })
