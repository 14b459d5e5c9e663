import { joinEmbedded } from '../db/embedded/embedded.ts'
import { type OpenDatabase, openDatabase } from '../db/open.ts'
import { readSettings, type Settings } from '../env.ts'

/**
 * Runs one command of an operator's on the shop's database, also while the shop is open. What cannot be done is told in a
 * sentence.
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
