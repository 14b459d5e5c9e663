import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { connect, type Db } from '#server/db/connection.ts'
import { inTransaction } from '#server/db/transaction.ts'

/** Longer than any statement may wait. */
const SLOW_MS = 900
const SAMPLE_MS = 10

/** Load on all tables of a database, independent of their columns. */
export type TableLoad = {
  /** Returns the longest wait for a lock in milliseconds since the last call. */
  longestWaitMs: () => number
  stop: () => Promise<void>
}

/**
 * Reads and writes every table of the public schema until `stop`, and reads all of them in a slow transaction, again
 * and again. A write locks the table like an insert, and one of its rows like an update. Measures the waits by
 * `pg_locks`, so that a busy machine does not count.
 */
export async function startTableLoad(url: string): Promise<TableLoad> {
  const db = connect(url, { max: 6, waitMs: 60_000 })
  const watcher = connect(url, { max: 1 })
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> 'migrations'`.execute(watcher)
  const tables = rows.map(({ name }) => name)
  let isOver = false
  let longest = 0

  async function repeat(work: (table: string) => Promise<unknown>): Promise<void> {
    for (let turn = 0; !isOver; turn += 1) {
      // A table may be dropped or change its type while a statement waits for it.
      await work(tables[turn % tables.length] ?? '').catch(() => undefined)
      await wait(1)
    }
  }
  const watch = async () => {
    while (!isOver) {
      longest = Math.max(longest, await selectLongestWait(watcher))
      await wait(SAMPLE_MS)
    }
  }
  const running = [
    repeat((table) => sql`select from ${sql.table(table)} limit 1`.execute(db)),
    repeat((table) => write(db, table)),
    repeat((table) => write(db, table)),
    repeat(() => readSlowly(db, tables)),
    watch(),
  ]
  return {
    longestWaitMs: () => {
      const waited = longest
      longest = 0
      return waited
    },
    stop: async () => {
      isOver = true
      await Promise.all(running)
      await Promise.all([db.destroy(), watcher.destroy()])
    },
  }
}

async function write(db: Db, name: string): Promise<void> {
  const table = sql.table(name)
  await inTransaction(db, async (tx) => {
    await sql`lock table ${table} in row exclusive mode`.execute(tx)
    await sql`
      select from ${table}
      where ctid = (select ctid from ${table} offset floor(random() * 200)::int limit 1) for update`.execute(tx)
  })
}

/** Holds the locks of a slow report on all tables, then leaves a pause. */
async function readSlowly(db: Db, names: readonly string[]): Promise<void> {
  await inTransaction(db, async (tx) => {
    for (const name of names) await sql`select from ${sql.table(name)} limit 1`.execute(tx)
    await wait(SLOW_MS)
  })
  await wait(SLOW_MS)
}

/** Returns how long the statement that has waited longest for a lock waits, in milliseconds. */
async function selectLongestWait(db: Db): Promise<number> {
  const { rows } = await sql<{ ms: number }>`
    select coalesce(max(extract(epoch from clock_timestamp() - waitstart)) * 1000, 0)::float8 as ms
    from pg_locks where not granted and pid in (
      select pid from pg_stat_activity where datname = current_database() and application_name <> 'migration')`.execute(
    db,
  )
  return rows[0]?.ms ?? 0
}
