import { exportList } from '#contract/exports.ts'
import type { ExportName } from '#domain/accounting/exports.ts'
import { download } from '#client/api.ts'

/** A list to export, with its filters. */
export type ExportedList = {
  readonly list: ExportName
  readonly filters?: Readonly<Record<string, string | number | undefined>>
}

/** Stops a download, and is told how much has arrived. */
export type DownloadProgress = Parameters<typeof download>[2]

/** Downloads a list as CSV. */
export function downloadList({ list, filters = {} }: ExportedList, progress: DownloadProgress): Promise<Blob> {
  return download(exportList, { query: { ...filters, list } }, progress)
}
