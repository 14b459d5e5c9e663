import { BYTE_ORDER_MARK, type Cell, csvLine } from '#domain/accounting/csv.ts'
import type { ExportName } from '#domain/accounting/exports.ts'
import type { UserId } from '#domain/ids.ts'
import type { AppContext } from '#server/context.ts'
import { loggedExport } from '#server/db/logged-export.ts'
import type { ReadFilters } from './export-of.ts'
import { exportTable } from './exports.ts'

type ExportRequest = { by: UserId; list: ExportName; readFilters: ReadFilters }

/**
 * Logs the export of a list and makes its CSV in parts, no faster than they are read. Throws `busy` if too many exports
 * run, and what `readFilters` throws.
 */
export function exportList(
  { db, settings }: AppContext,
  { by, list, readFilters }: ExportRequest,
): AsyncGenerator<string> {
  const { names, filter } = exportTable[list]
  const { filters, rows } = filter(readFilters)
  const { timeZone } = settings.seller
  return loggedExport(db, { by, name: list, filters }, async () => linesOf(rows({ db, timeZone }), { names, timeZone }))
}

async function* linesOf(
  rows: AsyncGenerator<Cell[][]>,
  { names, timeZone }: { names: readonly string[]; timeZone: string },
): AsyncGenerator<string> {
  // The first part needs rows, so that a failed query is answered by a problem.
  let part = BYTE_ORDER_MARK + csvLine(names, timeZone)
  for await (const batch of rows) {
    yield part + batch.map((cells) => csvLine(cells, timeZone)).join('')
    part = ''
  }
  if (part) yield part
}
