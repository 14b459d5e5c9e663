import { readdir, readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { runMigrations } from 'graphile-worker'
import { applyMigration } from './apply-migration.ts'
import { connect, type Db } from './connection.ts'

const folder = new URL('./migrations/', import.meta.url)
const MIGRATION_LOCK = 7_401_001

/**
 * Applies the missing migrations in the order of their numbers, each in its own transaction, and returns their names.
 * Processes that start together wait for each other; servers of the version before go on selling.
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
        await setTimeouts(connection)
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
    await applyMigration(db, { name, statements: await readFile(new URL(name, folder), 'utf8') })
  }
  return missing
}

/** Sets timeouts on the database role, because poolers refuse them as connection options. */
async function setTimeouts(db: Db): Promise<void> {
  await sql`
    do $$ begin
      execute format('alter role current_user in database %I set lock_timeout = %L', current_database(), '3s');
      execute format('alter role current_user in database %I set statement_timeout = %L', current_database(), '15s');
      execute format('alter role current_user in database %I set idle_in_transaction_session_timeout = %L', current_database(), '10s');
    end $$`.execute(db)
}
