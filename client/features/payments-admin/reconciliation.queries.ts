import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { exportReconciliation, getReconciliation } from '#contract/admin-reconciliation.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import { call, download } from '#client/api.ts'
import type { DownloadProgress } from '#client/desk/export.queries.ts'

export type Reconciliation = ReplyOf<typeof getReconciliation>
export type ReconciledDays = z.input<typeof getReconciliation.query>

/** Queries the comparison of the provider's movements with the shop's books. */
export const reconciliationQuery = (query: ReconciledDays) =>
  queryOptions({
    queryKey: ['reconciliation', query],
    queryFn: ({ signal }) => call(getReconciliation, { query, signal }),
    placeholderData: keepPreviousData,
    meta: { showsError: true },
  })

/** Downloads the movements of a period as CSV. */
export const downloadMovements = (query: ReconciledDays, progress: DownloadProgress): Promise<Blob> =>
  download(exportReconciliation, { query }, progress)
