import { sql } from 'kysely'
import type { Db, Tx } from './connection.ts'

/**
 * Reads in one read-only transaction that sees one state of the database. PostgreSQL cancels a statement that takes
 * longer than `statementMs`, and ends the connection if the reader pauses for longer than `pauseMs`. Sorts and sums of
 * many rows get enough memory to stay off the disk, and plans for their values.
 */
export function readBounded<Result>(
  db: Db,
  { statementMs, pauseMs = statementMs }: { statementMs: number; pauseMs?: number },
  read: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      await sql`
        select set_config('work_mem', '64MB', true), set_config('statement_timeout', ${String(statementMs)}, true),
          set_config('plan_cache_mode', 'force_custom_plan', true),
          set_config('idle_in_transaction_session_timeout', ${String(pauseMs)}, true)`.execute(tx)
      return read(tx)
    })
}
