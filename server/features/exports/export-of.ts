import type { z } from 'zod/mini'
import type { Cell } from '#domain/accounting/csv.ts'
import type { Db, Tx } from '#server/db/connection.ts'
import { type RowQuery, streamRows } from '#server/db/stream-rows.ts'

/** The schema of the filters of a list, as the list's own call takes them. */
type Filters = z.ZodMiniType<Readonly<Record<string, unknown>>>

/** Reads filters from a request by their schema. Throws `invalid_fields`. */
export type ReadFilters = <Schema extends Filters>(schema: Schema) => z.output<Schema>

type Rows = AsyncGenerator<Cell[][]>

/** A list to export: the names of its columns, and its filtered rows in batches. */
export type Export = {
  readonly names: readonly string[]
  readonly filter: (readFilters: ReadFilters) => FilteredList
}

/** The filters of a list as they were read, and the rows that match them. */
type FilteredList = {
  readonly filters: Readonly<Record<string, unknown>>
  readonly rows: (shop: ExportedShop) => Rows
}

/** The shop whose lists are exported. */
export type ExportedShop = { readonly db: Db; readonly timeZone: string }

type Columns<Row> = Readonly<Record<string, (row: Row) => Cell>>

/** Exports the rows of a query in declared columns. */
export function exportOf<Schema extends Filters, Row>(
  schema: Schema,
  find: (tx: Tx, filters: z.output<Schema>, timeZone: string) => RowQuery<Row>,
  columns: Columns<NoInfer<Row>>,
): Export {
  const cells = Object.values(columns)
  return filteredExport(schema, Object.keys(columns), async function* ({ db, timeZone }, filters) {
    for await (const rows of streamRows(db, (tx) => find(tx, filters, timeZone))) {
      yield rows.map((row) => cells.map((cell) => cell(row)))
    }
  })
}

/** Exports the rows that a function makes for filters of a schema. */
export function filteredExport<Schema extends Filters>(
  schema: Schema,
  names: readonly string[],
  rowsOf: (shop: ExportedShop, filters: z.output<Schema>) => Rows,
): Export {
  return {
    names,
    filter(readFilters) {
      const filters = readFilters(schema)
      return { filters, rows: (shop) => rowsOf(shop, filters) }
    },
  }
}
