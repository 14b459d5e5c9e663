import { sql } from 'kysely'
import type { Db } from '#server/db/connection.ts'

const others = sql`from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid() and application_name = 'foyer'`

/** Breaks so many of the shop's connections in the middle of their transactions, the oldest of these first. */
export async function breakTransactions(db: Db, count: number): Promise<void> {
  await sql`
    select pg_terminate_backend(pid) from (
      select pid ${others} and xact_start is not null order by xact_start limit ${count}) oldest`.execute(db)
}

/**
 * How many deadlocks PostgreSQL has found in this database. Connections tell it late, at their end at the latest, so
 * those of all others are ended first.
 */
export function countDeadlocks(db: Db): Promise<number> {
  return db.connection().execute(async (connection) => {
    for (;;) {
      const { rows } = await sql`select pg_terminate_backend(pid) ${others}`.execute(connection)
      if (rows.length === 0) break
    }
    const { rows } = await sql<{ deadlocks: number }>`
      select deadlocks from pg_stat_database where datname = current_database()`.execute(connection)
    return rows[0]?.deadlocks ?? 0
  })
}
