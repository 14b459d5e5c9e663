import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { connect, type Db } from '../db/connection.ts'
import { nameOfDatabase } from '../db/database-address.ts'
import { chooseHost } from '../db/wait-for-database.ts'
import { findEmbedded, joinEmbedded } from '../db/embedded/embedded.ts'
import { selectIsShop } from '../db/migrate.ts'
import { type OpenDatabase, openDatabase } from '../db/open.ts'
import { readSettings, type Settings } from '../settings/env.ts'
import { fileFault } from '../files.ts'

/** Runs an operator's command. Prints the message of a failure and exits with status 1. */
export async function runCommand(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    console.error(describe(error))
    process.exitCode = 1
  }
}

function describe(error: unknown): unknown {
  const fault = fileFault(error)
  if (fault) return `${fault.path ?? 'A file'} cannot be used: ${fault.why}.`
  return error instanceof Error ? error.message : error
}

/** Names the shop of these settings for the operator. */
export function nameShop({ DATABASE_URL, DATA_DIR }: Settings): string {
  return `the shop of ${DATABASE_URL ? 'DATABASE_URL' : DATA_DIR}`
}

/** Throws if the command line of an npm script without arguments has some. */
export function refuseArguments(script: string): void {
  const [argument] = process.argv.slice(2)
  if (argument !== undefined) throw new Error(`Unknown argument ${argument}. The command is: npm run ${script}`)
}

type ShopWork = (database: OpenDatabase, settings: Settings) => Promise<void>

/**
 * Opens and migrates the shop's database for a command, also while the shop is running. Throws if there is no shop,
 * unless the command may create one.
 */
export async function withShop(work: ShopWork, { mayCreate = false } = {}): Promise<void> {
  const settings = readSettings(process.env)
  if (!mayCreate) await requireShop(settings)
  const database = await openDatabase(settings, (text) => console.log(text), {
    embed: joinEmbedded,
    withinMs: 0,
  })
  try {
    await work(database, settings)
  } finally {
    await database.close()
  }
}

/** Throws if there is no shop in `DATA_DIR`, or in the database of `DATABASE_URL`, unless that does not answer. */
export async function requireShop({ DATABASE_URL, DATA_DIR }: Settings): Promise<void> {
  if (!DATABASE_URL) {
    if (await isThere(join(DATA_DIR, 'postgres', 'PG_VERSION'))) return
    throw new Error(`There is no shop in ${DATA_DIR}. Set DATA_DIR as for the shop.`)
  }
  if ((await ask(DATABASE_URL, selectIsShop)) === false) {
    throw new Error(
      `There is no shop in the database ${nameOfDatabase(DATABASE_URL)}. Set DATABASE_URL as for the shop.`,
    )
  }
}

async function isThere(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    (error: Error & { code?: string }) => {
      if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return false
      throw error
    },
  )
}

/**
 * Queries the shop's database if it is running, without starting or changing anything. Returns undefined if it does not
 * answer for any reason.
 */
export async function askRunning<Answer>(question: (db: Db) => Promise<Answer>): Promise<Answer | undefined> {
  const { DATABASE_URL, DATA_DIR } = readSettings(process.env)
  const connectionString = DATABASE_URL ?? (await findEmbedded(DATA_DIR).catch(() => undefined))
  return connectionString ? ask(connectionString, question) : undefined
}

async function ask<Answer>(
  connectionString: string,
  question: (db: Db) => Promise<Answer>,
): Promise<Answer | undefined> {
  await chooseHost(connectionString).catch(() => undefined)
  const db = connect(connectionString, { max: 1 })
  try {
    return await question(db)
  } catch {
    return undefined
  } finally {
    await db.destroy()
  }
}
