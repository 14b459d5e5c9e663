import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely'
import { DatabaseError, Pool, types } from 'pg'
import type { Schema } from './schema.ts'

/** Reads may use either; writes that must stand or fall together take a `Tx`. */
export type Db = Kysely<Schema>
export type Tx = Transaction<Schema>

types.setTypeParser(types.builtins.INT8, Number)
types.setTypeParser(types.builtins.NUMERIC, Number)

export const DEADLOCK = '40P01'

/**
 * A pool of connections to one database. A connection that breaks is replaced, and `onBroken` hears of it when no
 * statement did: it was idle, or between two statements of a transaction.
 */
export function connect(connectionString: string, { max = 20, onBroken = ignore }: PoolSettings = {}): Db {
  const pool = new Pool({ connectionString, max, application_name: 'foyer', connectionTimeoutMillis: 5_000 })
  pool.on('error', ignore)
  pool.on('connect', (client) => client.on('error', onBroken))
  return new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) })
}

type PoolSettings = { max?: number; onBroken?: (error: Error) => void }

// Without a listener on the pool and on each connection, a broken connection would end the process.
function ignore(): void {}

/** PostgreSQL's five-letter code of an error, if it is one of its errors. */
export function sqlStateOf(error: unknown): string | undefined {
  return error instanceof DatabaseError ? error.code : undefined
}

const PASSING_STATES = new Set(['55P03', '57014', '57P01', '57P02', '57P03', '53300', '53400', '40001', DEADLOCK])
const PASSING_CODES = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN'])
const PASSING_TEXTS =
  /connection terminated|timeout exceeded when trying to connect|connection error|client has encountered/i

/** Whether an error says that the database is away or too busy just now, so that asking again may help. */
export function isPassingFault(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = sqlStateOf(error)
  if (code) return PASSING_STATES.has(code) || code.startsWith('08')
  return ('code' in error && PASSING_CODES.has(String(error.code))) || PASSING_TEXTS.test(error.message)
}

/** Whether the database answers within the limits of the pool. */
export async function answersQueries(db: Db): Promise<boolean> {
  return sql`select 1`.execute(db).then(
    () => true,
    () => false,
  )
}
