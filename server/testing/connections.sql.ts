import { sql } from 'kysely'
import type { Db } from '#server/db/connection.ts'

const others = sql`from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid() and application_name = 'foyer'
    and usename = current_user`

/** Breaks a number of the shop's connections during transactions, oldest first. */
export async function breakTransactions(db: Db, count: number): Promise<void> {
  await sql`
    select pg_terminate_backend(pid) from (
      select pid ${others} and xact_start is not null order by xact_start limit ${count}) oldest`.execute(db)
}

/**
 * Counts the deadlocks that PostgreSQL has detected in this database. Connections report them at their end at the
 * latest, so all other connections are ended first.
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

/**
 * Reads which connections, given by their client ports, wait for a lock that another one of them holds, directly or
 * through further transactions. Waiting for a transaction outside does not count, because that one ends by itself.
 */
export async function selectBlockedPorts(db: Db, ports: readonly number[]): Promise<Set<number>> {
  const { rows } = await sql<{ port: number }>`
    with recursive among as (
      select pid, client_port as port from pg_stat_activity
      where datname = current_database() and client_port = any (${ports}::int[])
    ), waits as (
      select pid, blocker from pg_stat_activity, unnest(pg_blocking_pids(pid)) blocker
      where datname = current_database() and wait_event_type = 'Lock'
    ), behind as (
      select pid, blocker from waits
      union
      select behind.pid, waits.blocker from behind join waits on waits.pid = behind.blocker
    )
    select distinct waiting.port from behind
    join among waiting on waiting.pid = behind.pid
    join among holding on holding.pid = behind.blocker`.execute(db)
  return new Set(rows.map(({ port }) => port))
}

/** Returns how many connections wait for a lock. */
export async function countWaiting(db: Db): Promise<number> {
  const { rows } = await sql`
    select distinct pid from pg_locks join pg_stat_activity using (pid)
    where not granted and datname = current_database()`.execute(db)
  return rows.length
}

/** Tells whether a connection of the shop waits for a lock of one of these, given by their client ports. */
export async function isAnotherBlocked(db: Db, ports: readonly number[]): Promise<boolean> {
  const { rows } = await sql`
    select from pg_stat_activity waiting
    cross join unnest(pg_blocking_pids(waiting.pid)) blocker
    join pg_stat_activity holding on holding.pid = blocker
    where waiting.datname = current_database() and waiting.wait_event_type = 'Lock'
      and waiting.client_port <> all (${ports}::int[]) and holding.client_port = any (${ports}::int[])`.execute(db)
  return rows.length > 0
}
