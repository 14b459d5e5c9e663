import { queryOptions, useQueryClient } from '@tanstack/react-query'
import {
  downloadRefundFile,
  listRefundFiles,
  makeRefundFile,
  payRefundFile,
  withdrawRefundFile,
} from '#contract/admin-refund-files.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import type { RefundFileId } from '#domain/ids.ts'
import { call, download } from '#client/api.ts'
import { useAction } from '#client/calls/use-action.ts'
import type { DownloadProgress } from '#client/desk/export.queries.ts'
import { useEnding } from '#client/desk/use-ending.ts'
import { toastSuccess } from '#client/ui/feedback/toasts.ts'
import { texts } from './refund-files.texts.ts'

export type RefundFiles = ReplyOf<typeof listRefundFiles>
export type RefundFile = RefundFiles['files'][number]

/** Queries owed refunds of bank transfers, and the files that pay them. */
export const refundFilesQuery = () =>
  queryOptions({ queryKey: ['refund-files'], queryFn: ({ signal }) => call(listRefundFiles, { signal }) })

/** Makes a file of all that can be paid. */
export function useMakeFile() {
  const client = useQueryClient()
  return useAction({
    mutationFn: () => call(makeRefundFile, {}),
    onSuccess: () => toastSuccess(texts.made),
    onSettled: () => client.invalidateQueries(),
  })
}

/** Downloads a file for the bank. */
export const downloadFile = (id: RefundFileId, progress: DownloadProgress): Promise<Blob> =>
  download(downloadRefundFile, { params: { id } }, progress)

const endings = { paid: payRefundFile, withdraw: withdrawRefundFile }
export type FileEnding = keyof typeof endings

/** Ends a file, with a reason. */
export function useEndFile({ id, how }: { id: RefundFileId; how: FileEnding }, onEnded: () => void) {
  return useEnding({
    mutationFn: (reason: string) => call(endings[how], { params: { id }, body: { reason } }),
    success: texts.done,
    onEnded,
  })
}
