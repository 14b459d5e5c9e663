import { type Expression, sql } from 'kysely'
import type { Db, Tx } from './connection.ts'
import { LONGEST_STATEMENT_MS } from './silent-connections.ts'

const ROWS_AT_ONCE = 1_000
/** Limits the time in which a client takes the next rows. */
const PAUSE_MS = 60_000

/** A query that finds rows. */
export type RowQuery<Row> = Expression<Row>

/**
 * Reads the rows of a query in batches by a cursor, in one read-only transaction that sees one state of the database.
 * Ends the transaction and returns its connection when the last batch is read, or when the reader stops.
 */
export async function* streamRows<Row>(db: Db, query: (tx: Tx) => RowQuery<Row>): AsyncGenerator<Row[]> {
  const tx = await db.startTransaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute()
  try {
    await sql`
      select set_config('statement_timeout', ${String(LONGEST_STATEMENT_MS)}, true),
        set_config('idle_in_transaction_session_timeout', ${String(PAUSE_MS)}, true)`.execute(tx)
    await sql`declare streamed no scroll cursor for ${query(tx)}`.execute(tx)
    for (;;) {
      const { rows } = await sql<Row>`fetch ${sql.lit(ROWS_AT_ONCE)} from streamed`.execute(tx)
      if (rows.length > 0) yield rows
      if (rows.length < ROWS_AT_ONCE) return
    }
  } finally {
    // A broken connection cannot end its transaction. The server has ended it.
    await tx
      .rollback()
      .execute()
      .catch(() => undefined)
  }
}
