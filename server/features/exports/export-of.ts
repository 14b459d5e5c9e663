import type { z } from 'zod/mini'
import type { Cell } from '#domain/csv.ts'
import type { Db, Tx } from '#server/db/connection.ts'
import { type RowQuery, streamRows } from '#server/db/stream-rows.ts'

/** A list to export: the names of its columns, and its rows in batches. */
export type Export = {
  /** The filters of the list, as its own call takes them. */
  readonly filters: z.ZodMiniType
  readonly names: readonly string[]
  readonly rows: (shop: ExportedShop, filters: never) => AsyncGenerator<Cell[][]>
}

/** The shop whose lists are exported. */
export type ExportedShop = { readonly db: Db; readonly timeZone: string }

type Columns<Row> = Readonly<Record<string, (row: Row) => Cell>>

/** Exports the rows of a query in declared columns. */
export function exportOf<Filters extends z.ZodMiniType, Row>(
  filters: Filters,
  find: (tx: Tx, filters: z.output<Filters>, timeZone: string) => RowQuery<Row>,
  columns: Columns<NoInfer<Row>>,
): Export {
  const cells = Object.values(columns)
  return {
    filters,
    names: Object.keys(columns),
    async *rows({ db, timeZone }, given: z.output<Filters>) {
      for await (const rows of streamRows(db, (tx) => find(tx, given, timeZone))) {
        yield rows.map((row) => cells.map((cell) => cell(row)))
      }
    },
  }
}
