import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import type { Schema } from './schema.ts'

/** Reads may use either; writes that must stand or fall together take a `Tx`. */
export type Db = Kysely<Schema>
export type Tx = Transaction<Schema>

pg.types.setTypeParser(pg.types.builtins.INT8, Number)
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number)

const DEADLOCK = '40P01'
const ATTEMPTS = 3

/** A pool of connections to one database. A connection that breaks while idle is replaced; `onIdleError` hears of it. */
export function connect(connectionString: string, { max = 20, onIdleError = ignore }: PoolSettings = {}): Db {
  const pool = new pg.Pool({ connectionString, max, application_name: 'foyer', connectionTimeoutMillis: 5_000 })
  pool.on('error', onIdleError)
  return new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) })
}

type PoolSettings = { max?: number; onIdleError?: (error: Error) => void }

// Without a listener, a broken idle connection would end the process.
function ignore(): void {}

/**
 * Runs `work` in one READ COMMITTED transaction. Whatever is thrown, a `Problem` too, rolls everything back.
 * Should PostgreSQL find a deadlock, the work is done again from its beginning, so it must touch nothing but `tx`.
 */
export async function inTransaction<Result>(db: Db, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction().execute(work)
    } catch (error) {
      if (attempt === ATTEMPTS || sqlStateOf(error) !== DEADLOCK) throw error
    }
  }
}

/** PostgreSQL's five-letter code of an error, if it is one of its errors. */
export function sqlStateOf(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.code : undefined
}
