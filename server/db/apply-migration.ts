import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { type Db, DEADLOCK, sqlStateOf } from './connection.ts'

const LOCK_NOT_AVAILABLE = '55P03'

/**
 * Limits the wait of a migration for a lock. Every statement on the same table that comes later waits behind the
 * migration, so this is also how long customers may wait.
 */
const LOCK_TIMEOUT_MS = 200
/** The longest pause before the next attempt. The statements that waited run in it. */
const PAUSE_MS = 1_000
const GIVE_UP_AFTER_MS = 5 * 60_000

export type Migration = { name: string; statements: string }

/** A migration could not lock its tables, because other transactions hold them. */
export class MigrationBlockedError extends Error {
  override readonly name = 'MigrationBlockedError'
}

/**
 * Applies a migration in one transaction, while other servers sell. Rolls back and tries again when it does not get a
 * lock at once. Throws a `MigrationBlockedError` after five minutes.
 */
export async function applyMigration(db: Db, migration: Migration): Promise<void> {
  const deadline = Date.now() + GIVE_UP_AFTER_MS
  for (;;) {
    try {
      return await applyOnce(db, migration)
    } catch (error) {
      if (![LOCK_NOT_AVAILABLE, DEADLOCK].includes(sqlStateOf(error) ?? '')) throw error
      if (Date.now() > deadline) {
        throw new MigrationBlockedError(
          `The database migration ${migration.name} could not lock its tables for five minutes, because other transactions hold them, such as a dump. Nothing was changed. Start again when they have ended.`,
          { cause: error },
        )
      }
      await wait(PAUSE_MS * (0.5 + Math.random() / 2))
    }
  }
}

function applyOnce(db: Db, { name, statements }: Migration): Promise<void> {
  return db.transaction().execute(async (tx) => {
    await sql.raw(`set local lock_timeout = ${LOCK_TIMEOUT_MS}`).execute(tx)
    await sql.raw(statements).execute(tx)
    await sql`insert into migrations (name) values (${name})`.execute(tx)
  })
}
