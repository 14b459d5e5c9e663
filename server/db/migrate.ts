import { readdir, readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { runMigrations } from 'graphile-worker'
import { SettingsError } from '../settings/env.ts'
import { applyMigration } from './apply-migration.ts'
import { connect, type Db, sqlStateOf } from './connection.ts'
import { openJobPool } from './job-pool.ts'
import { findMissingRights, prepareApplication } from './roles/prepare-application.ts'
import { selectCurrentRole, selectMayMigrate } from './roles/rights.sql.ts'

const folder = new URL('./migrations/', import.meta.url)
const MIGRATION_LOCK = 7_401_001
const INSUFFICIENT_PRIVILEGE = '42501'

/** The addresses of a database for the role of the application and for its owner. Equal if one role is both. */
export type DatabaseUrls = { connectionString: string; ownerUrl: string }

/**
 * Applies the missing migrations in the order of their numbers, each in its own transaction, and returns their names.
 * Then gives the application its rights. Processes that start together wait for each other; servers of the version
 * before go on selling. Throws a `SettingsError` if the one role may not migrate and something is missing.
 */
export async function migrate({ connectionString, ownerUrl }: DatabaseUrls): Promise<readonly string[]> {
  return withMigrationLock(ownerUrl, async (owner) => {
    if (!(await selectMayMigrate(owner))) {
      await requireMigrated(owner, ownerUrl)
      return []
    }
    await setTimeouts(owner)
    const applied = await applyMissing(owner)
    await migrateQueue(ownerUrl)
    if (ownerUrl !== connectionString) {
      await withConnection(connectionString, async (application) => {
        await requireSameDatabase(application)
        await setTimeouts(application)
        await prepareApplication(owner, application, { isNewer: await selectIsNewer(owner) })
      })
    }
    return applied
  })
}

async function withConnection<Result>(url: string, work: (connection: Db) => Promise<Result>): Promise<Result> {
  const db = connect(url, { max: 1 })
  try {
    return await db.connection().execute(work)
  } finally {
    await db.destroy()
  }
}

function withMigrationLock<Result>(url: string, work: (connection: Db) => Promise<Result>): Promise<Result> {
  return withConnection(url, async (connection) => {
    await sql`set statement_timeout = 0`.execute(connection)
    await sql`set lock_timeout = 0`.execute(connection)
    await sql`select pg_advisory_lock(${MIGRATION_LOCK})`.execute(connection)
    try {
      await sql`reset lock_timeout`.execute(connection)
      return await work(connection)
    } finally {
      await sql`select pg_advisory_unlock(${MIGRATION_LOCK})`.execute(connection)
    }
  })
}

/** Throws if the migration lock, which the owner holds, is free here. */
async function requireSameDatabase(application: Db): Promise<void> {
  const { rows } = await sql<{ isFree: boolean }>`
    select pg_try_advisory_lock(${MIGRATION_LOCK}) as "isFree"`.execute(application)
  if (rows[0]?.isFree) throw new SettingsError('DATABASE_URL and DATABASE_OWNER_URL name different databases.')
}

/**
 * Throws unless all migrations are applied and this role, which may not apply them, has its rights. Sets timeouts that
 * it lacks, because a dump of the database leaves them out.
 */
async function requireMigrated(application: Db, connectionString: string): Promise<void> {
  if (!(await withConnection(connectionString, selectHasTimeouts))) await setTimeouts(application)
  const isUpToDate =
    (await listMissing(application)).length === 0 &&
    (await findMissingRights(application, await selectCurrentRole(application))).length === 0 &&
    (await isQueueMigrated(connectionString))
  if (isUpToDate) return
  throw new SettingsError(
    'The database is not up to date, and the role of DATABASE_URL may not change it. Run "npm run db:migrate" with DATABASE_OWNER_URL.',
  )
}

/** Applies the missing migrations of graphile-worker. */
async function migrateQueue(address: string): Promise<void> {
  const pgPool = openJobPool(address, 2, () => undefined)
  try {
    await runMigrations({ pgPool })
  } finally {
    await pgPool.end()
  }
}

/** Asks graphile-worker for its migrations, which does nothing if none is missing. */
function isQueueMigrated(connectionString: string): Promise<boolean> {
  return migrateQueue(connectionString).then(
    () => true,
    (error: unknown) => {
      if (sqlStateOf(error) === INSUFFICIENT_PRIVILEGE) return false
      throw error
    },
  )
}

async function applyMissing(db: Db): Promise<string[]> {
  await sql`create table if not exists migrations (name text primary key, applied_at timestamptz not null default now())`.execute(
    db,
  )
  const missing = await listMissing(db)
  for (const name of missing) {
    await applyMigration(db, { name, statements: await readFile(new URL(name, folder), 'utf8') })
  }
  return missing
}

async function listMissing(db: Db): Promise<string[]> {
  const done = new Set(await selectApplied(db))
  return (await listMigrations()).filter((name) => !done.has(name))
}

/** Tells whether a newer version has migrated a database. */
async function selectIsNewer(db: Db): Promise<boolean> {
  const known = new Set(await listMigrations())
  return (await selectApplied(db)).some((name) => !known.has(name))
}

/** Lists the migrations of this version in the order of their numbers. */
export async function listMigrations(): Promise<string[]> {
  return (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted()
}

/** Tells whether a database has the tables of a shop, of any version. */
export async function selectIsShop(db: Db): Promise<boolean> {
  const { rows } = await sql`select from pg_class where oid = to_regclass('migrations')`.execute(db)
  return rows.length > 0
}

async function selectApplied(db: Db): Promise<string[]> {
  if (!(await selectIsShop(db))) return []
  const { rows } = await sql<{ name: string }>`select name from migrations`.execute(db)
  return rows.map(({ name }) => name)
}

/** Sets timeouts on the role of this connection, because poolers refuse them as connection options. */
async function setTimeouts(db: Db): Promise<void> {
  await sql`
    do $$ begin
      execute format('alter role current_user in database %I set lock_timeout = %L', current_database(), '3s');
      execute format('alter role current_user in database %I set statement_timeout = %L', current_database(), '15s');
      execute format('alter role current_user in database %I set idle_in_transaction_session_timeout = %L', current_database(), '10s');
    end $$`.execute(db)
}

/** Tells whether new sessions have timeouts. */
async function selectHasTimeouts(db: Db): Promise<boolean> {
  const { rows } = await sql<{ hasTimeouts: boolean }>`
    select '0' <> all (array[current_setting('lock_timeout'), current_setting('statement_timeout'),
      current_setting('idle_in_transaction_session_timeout')]) as "hasTimeouts"`.execute(db)
  return rows[0]?.hasTimeouts ?? false
}
