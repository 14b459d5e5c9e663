import { readdir, readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { runMigrations } from 'graphile-worker'
import { connect, type Db } from './connection.ts'

const folder = new URL('./migrations/', import.meta.url)
const MIGRATION_LOCK = 7_401_001

/**
 * Brings the database to the newest migration. Each file runs once, whole or not at all, in the order of its number;
 * of processes that start together one migrates and the others wait for it.
 */
export async function migrate(connectionString: string): Promise<readonly string[]> {
  const db = connect(connectionString, { max: 1 })
  try {
    return await db.connection().execute(async (connection) => {
      await sql`set statement_timeout = 0`.execute(connection)
      await sql`set lock_timeout = 0`.execute(connection)
      await sql`select pg_advisory_lock(${MIGRATION_LOCK})`.execute(connection)
      try {
        await sql`reset lock_timeout`.execute(connection)
        await limitWaiting(connection)
        const applied = await applyMissing(connection)
        await runMigrations({ connectionString })
        return applied
      } finally {
        await sql`select pg_advisory_unlock(${MIGRATION_LOCK})`.execute(connection)
      }
    })
  } finally {
    await db.destroy()
  }
}

async function applyMissing(db: Db): Promise<string[]> {
  await sql`create table if not exists migrations (name text primary key, applied_at timestamptz not null default now())`.execute(
    db,
  )
  const { rows } = await sql<{ name: string }>`select name from migrations`.execute(db)
  const done = new Set(rows.map((row) => row.name))
  const missing = (await readdir(folder)).filter((name) => name.endsWith('.sql') && !done.has(name)).toSorted()
  for (const name of missing) {
    const statements = await readFile(new URL(name, folder), 'utf8')
    await db.transaction().execute(async (tx) => {
      await sql.raw(statements).execute(tx)
      await sql`insert into migrations (name) values (${name})`.execute(tx)
    })
  }
  return missing
}

/** A statement or a wait that takes longer is a fault; the role carries the limits, as poolers refuse them at connect. */
async function limitWaiting(db: Db): Promise<void> {
  await sql`
    do $$ begin
      execute format('alter role current_user in database %I set lock_timeout = %L', current_database(), '3s');
      execute format('alter role current_user in database %I set statement_timeout = %L', current_database(), '15s');
      execute format('alter role current_user in database %I set idle_in_transaction_session_timeout = %L', current_database(), '10s');
    end $$`.execute(db)
}
