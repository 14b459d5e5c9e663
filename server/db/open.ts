import { requireDurability } from './durability.ts'
import { connect, type Db } from './connection.ts'
import { startEmbedded } from './embedded/embedded.ts'
import { type DatabaseUrls, migrate } from './migrate.ts'
import { type Settings, SettingsError } from '../env.ts'

/** An open, migrated database. */
export type OpenDatabase = DatabaseUrls & { db: Db; close: () => Promise<void> }

/**
 * Opens and migrates the database of DATABASE_URL, or else the one that `embed` starts. Connects `db` as the
 * application.
 */
export async function openDatabase(
  settings: Settings,
  say: (text: string) => void,
  embed: typeof startEmbedded = startEmbedded,
): Promise<OpenDatabase> {
  const embedded = settings.DATABASE_URL ? undefined : await embed(settings.DATA_DIR)
  const urls = embedded ?? urlsIn(settings)
  const { connectionString, ownerUrl } = urls
  try {
    const applied = await migrate(urls)
    if (applied.length > 0) say(`Database brought up to date (${applied.join(', ')}).`)
    const db = connect(connectionString, { max: settings.DATABASE_POOL })
    await requireDurability(db)
    return { db, connectionString, ownerUrl, close: () => db.destroy().then(() => embedded?.stop()) }
  } catch (error) {
    await embedded?.stop()
    throw settings.DATABASE_URL ? explained(error, settings.DATABASE_URL) : error
  }
}

function urlsIn({ DATABASE_URL = '', DATABASE_OWNER_URL = DATABASE_URL }: Settings): DatabaseUrls {
  return { connectionString: DATABASE_URL, ownerUrl: DATABASE_OWNER_URL }
}

function explained(error: unknown, databaseUrl: string): unknown {
  const isUnavailable =
    error instanceof Error && 'code' in error && /^(E[A-Z]+|28\w+|3D000|42501|57P0\d)$/.test(String(error.code))
  if (!isUnavailable) return error
  const { host, pathname } = new URL(databaseUrl)
  return new SettingsError(
    `The database ${pathname.slice(1)} at ${host} cannot be used (${error.message || String(error.code)}). Check DATABASE_URL, and DATABASE_OWNER_URL if it is set.`,
  )
}
