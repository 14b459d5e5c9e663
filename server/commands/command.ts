import { connect, type Db } from '../db/connection.ts'
import { findEmbedded, joinEmbedded } from '../db/embedded/embedded.ts'
import { type OpenDatabase, openDatabase } from '../db/open.ts'
import { readSettings, type Settings } from '../env.ts'

/**
 * Runs an operator's command on the shop's database, also while the shop is running. Prints the message of a failure
 * and exits with status 1.
 */
export async function runCommand(work: (database: OpenDatabase, settings: Settings) => Promise<void>): Promise<void> {
  try {
    const settings = readSettings(process.env)
    const database = await openDatabase(settings, (text) => console.log(text), joinEmbedded)
    try {
      await work(database, settings)
    } finally {
      await database.close()
    }
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}

/**
 * Queries the shop's database if it is running, without starting or changing anything. Returns undefined if it does not
 * answer for any reason.
 */
export async function askRunning<Answer>(question: (db: Db) => Promise<Answer>): Promise<Answer | undefined> {
  const { DATABASE_URL, DATA_DIR } = readSettings(process.env)
  const connectionString = DATABASE_URL ?? (await findEmbedded(DATA_DIR).catch(() => undefined))
  if (!connectionString) return undefined
  const db = connect(connectionString, { max: 1 })
  try {
    return await question(db)
  } catch {
    return undefined
  } finally {
    await db.destroy()
  }
}
