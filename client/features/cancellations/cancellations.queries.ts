import { queryOptions } from '@tanstack/react-query'
import { cancelShow, getCancellation } from '#contract/cancellations.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import type { ShowId } from '#domain/ids.ts'
import { call } from '#client/api.ts'

export type Cancellation = ReplyOf<typeof getCancellation>

const POLL_MS = 1_000

/** Queries the cancellation of a show; while it is under way, every second. */
export const cancellationQuery = (id: ShowId) =>
  queryOptions({
    queryKey: ['cancellation', id],
    queryFn: ({ signal }) => call(getCancellation, { params: { id }, signal }),
    refetchInterval: ({ state: { data } }) => (data?.cancelledAt && !data.doneAt ? POLL_MS : false),
    meta: { showsError: true },
  })

/** Cancels a show. */
export const sendCancellation = (id: ShowId, reason: string) => call(cancelShow, { params: { id }, body: { reason } })
