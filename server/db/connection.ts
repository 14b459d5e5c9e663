import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely'
import { DatabaseError, Pool, types } from 'pg'
import { isTracing } from '#server/observability/tracing.ts'
import { LONGEST_WAIT_MS } from './connection-shares.ts'
import { isOutdatedPlan, PreparedClient } from './prepared-client.ts'
import { dropReadOnlyConnections, READ_ONLY, requirePrimary, StandbyError } from './primary-connections.ts'
import type { Schema } from './schema.ts'
import { endSilentConnections, KEEP_ALIVE } from './silent-connections.ts'
import { traceQuery } from './trace-query.ts'

/** The database. Reads take a `Db` or a `Tx`, writes that belong together a `Tx`. */
export type Db = Kysely<Schema>
export type Tx = Transaction<Schema>

types.setTypeParser(types.builtins.INT8, Number)
types.setTypeParser(types.builtins.NUMERIC, Number)

export const DEADLOCK = '40P01'

/**
 * Limits the age of a connection, and so of its plans: one made for an empty table would last until the table is
 * analyzed.
 */
const MAX_LIFETIME_SECONDS = 600

/**
 * Opens a pool of connections to one database. The pool replaces broken connections. `onBroken` is called for those
 * that break while no statement runs: idle, or between two statements of a transaction. A query fails if no connection
 * becomes free within `waitMs`.
 */
export function connect(connectionString: string, settings: PoolSettings = {}): Db {
  const { max = 20, waitMs = LONGEST_WAIT_MS, onBroken = ignore, isStandby = false } = settings
  const pool = new Pool({
    Client: PreparedClient,
    connectionString,
    max,
    application_name: 'foyer',
    pipeline: true,
    connectionTimeoutMillis: waitMs,
    maxLifetimeSeconds: MAX_LIFETIME_SECONDS,
    ...(isStandby ? {} : { onConnect: requirePrimary }),
    ...KEEP_ALIVE,
  })
  endSilentConnections(pool)
  dropReadOnlyConnections(pool)
  pool.on('error', ignore)
  pool.on('connect', (client) => client.on('error', onBroken))
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }), ...(isTracing() ? { log: traceQuery } : {}) })
  pools.set(db, pool)
  return db
}

const pools = new WeakMap<Db, Pool>()

/** Counts the open connections of a database's pool, the idle ones among them, and the queries that wait for one. */
export function poolUseOf(db: Db): { open: number; idle: number; waiting: number; max: number } {
  const { totalCount = 0, idleCount = 0, waitingCount = 0, options } = pools.get(db) ?? {}
  return { open: totalCount, idle: idleCount, waiting: waitingCount, max: options?.max ?? 0 }
}

type PoolSettings = {
  max?: number
  waitMs?: number
  onBroken?: (error: Error) => void
  /** Whether the connections are for reading alone, and need no primary. */
  isStandby?: boolean
}

// Without a listener on the pool and on each connection, a broken connection would end the process.
function ignore(): void {}

/** Returns the five-character SQLSTATE of an error from PostgreSQL. Undefined for any other error. */
export function sqlStateOf(error: unknown): string | undefined {
  return error instanceof DatabaseError ? error.code : undefined
}

const TRANSIENT_STATES = new Set([
  '55P03',
  '57014',
  '57P01',
  '57P02',
  '57P03',
  '53100',
  '53200',
  '53300',
  '53400',
  '40001',
  DEADLOCK,
  READ_ONLY,
])
const TRANSIENT_CODES = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN'])
const TRANSIENT_TEXTS =
  /connection terminated|timeout exceeded when trying to connect|connection error|client has encountered/i

/** Tells whether an error means that the database is unavailable or overloaded, so that a retry may succeed. */
export function isTransientFault(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof StandbyError || isOutdatedPlan(error)) return true
  const code = sqlStateOf(error)
  if (code) return TRANSIENT_STATES.has(code) || code.startsWith('08')
  return ('code' in error && TRANSIENT_CODES.has(String(error.code))) || TRANSIENT_TEXTS.test(error.message)
}

const FAULTS_OF_SOME = new Set(['55P03', '57014', '40001', DEADLOCK])

/** Tells whether a transient fault meets all work, unlike a lock or a statement that took too long, or a deadlock. */
export function isFaultOfAll(error: unknown): boolean {
  return isTransientFault(error) && !FAULTS_OF_SOME.has(sqlStateOf(error) ?? '')
}

/** Tells whether the database answers within the timeouts of the pool, and accepts changes. */
export async function acceptsChanges(db: Db): Promise<boolean> {
  const asked = sql<{ isReadOnly: boolean }>`
    select pg_is_in_recovery() or current_setting('transaction_read_only')::boolean as "isReadOnly"`.execute(db)
  return asked.then(
    ({ rows }) => rows[0]?.isReadOnly === false,
    () => false,
  )
}
