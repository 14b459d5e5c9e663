import { atMost } from '../concurrency/at-most.ts'
import { requireDurability } from './durability.ts'
import { connect, type Db, isTransientFault } from './connection.ts'
import { selectAllowedConnections } from './allowed-connections.sql.ts'
import { startEmbedded } from './embedded/embedded.ts'
import { connectionsOf, fitPool } from './fit-pool.ts'
import { type DatabaseUrls, migrate } from './migrate.ts'
import { type Settings, SettingsError } from '../settings/env.ts'
import { nameOfDatabase } from './database-address.ts'
import { requireSessions } from './require-sessions.ts'
import { requireText } from './require-text.ts'
import { chooseHost, whenDatabaseAnswers } from './wait-for-database.ts'

/** An open, migrated database. */
export type OpenDatabase = DatabaseUrls & {
  db: Db
  /** The connections of each process that serves the shop: DATABASE_POOL, or fewer if the database allows fewer. */
  pool: number
  close: () => Promise<void>
}

/** Bounds the wait for the connections in use when the database is closed. */
const CLOSE_WITHIN_MS = 1_000
const OPEN_WITHIN_MS = 60_000
/** The connections of a primary process, which serves nothing itself. */
const PRIMARY_POOL = 4

/** `withinMs` limits the wait for a database of DATABASE_URL that is not available. */
type OpenOptions = { embed?: typeof startEmbedded; stop?: AbortSignal; withinMs?: number }

/**
 * Opens and migrates the database of DATABASE_URL, or else the one that `embed` starts. Connects `db` as the
 * application. Waits for a database that is not available, or that recovers, until
 * `stop`.
 */
export async function openDatabase(
  settings: Settings,
  say: (text: string) => void,
  { embed = startEmbedded, stop, withinMs = OPEN_WITHIN_MS }: OpenOptions = {},
): Promise<OpenDatabase> {
  const embedded = settings.DATABASE_URL
    ? undefined
    : await embed(settings.DATA_DIR, { connections: connectionsOf(settings), stop, say })
  const urls = embedded ?? urlsIn(settings)
  const { connectionString, ownerUrl } = urls
  const patience = { withinMs: embedded ? 0 : withinMs, stop, say }
  try {
    const applied = await whenDatabaseAnswers(async () => {
      if (!embedded) await requireUsable(urls)
      return migrate(urls)
    }, patience)
    if (applied.length > 0) say(`Database brought up to date (${applied.join(', ')}).`)
    const pool = await whenDatabaseAnswers(() => poolFor(connectionString, settings, say), patience)
    const db = connect(connectionString, { max: settings.WORKERS === 1 ? pool : PRIMARY_POOL })
    await whenDatabaseAnswers(() => requireDurability(db), patience)
    const close = () => atMost(CLOSE_WITHIN_MS, db.destroy()).then(() => embedded?.stop())
    return { db, pool, connectionString, ownerUrl, close }
  } catch (error) {
    await embedded?.stop()
    throw settings.DATABASE_URL ? explained(error, settings.DATABASE_URL) : error
  }
}

/** Chooses the pool of each process that serves the shop, and says so if it must be smaller than DATABASE_POOL. */
async function poolFor(address: string, settings: Settings, say: (text: string) => void): Promise<number> {
  const db = connect(address, { max: 1 })
  const allowed = await selectAllowedConnections(db).finally(() => db.destroy())
  const { pool, remark } = fitPool(settings, allowed)
  if (remark) say(remark)
  return pool
}

/** Throws unless both addresses lead to a primary whose sessions the shop has for itself, and whose texts it reads. */
async function requireUsable({ connectionString, ownerUrl }: DatabaseUrls): Promise<void> {
  for (const address of new Set([ownerUrl, connectionString])) {
    await chooseHost(address)
    await requireSessions(address)
    await requireText(address)
  }
}

function urlsIn({ DATABASE_URL = '', DATABASE_OWNER_URL = DATABASE_URL }: Settings): DatabaseUrls {
  return { connectionString: DATABASE_URL, ownerUrl: DATABASE_OWNER_URL }
}

function explained(error: unknown, databaseUrl: string): unknown {
  if (!(error instanceof Error)) return error
  const code = 'code' in error ? String(error.code) : ''
  if (!isTransientFault(error) && !/^(E[A-Z]+|28\w+|3D000|42501|57P0\d)$/.test(code)) return error
  return new SettingsError(
    `The database ${nameOfDatabase(databaseUrl)} cannot be used (${error.message || code}). Check DATABASE_URL, and DATABASE_OWNER_URL if it is set.`,
  )
}
