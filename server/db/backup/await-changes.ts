import { setTimeout as pause } from 'node:timers/promises'
import { SHOP } from '../embedded/roles.ts'
import { readCovered } from './backup-folder.ts'
import { connectForBackup } from './slots.ts'
import type { BackupSource } from './take-backup.ts'

const CHANGES_WITHIN_MS = 60_000

/**
 * Waits until the shop has added changes to a new backup. Returns false if no shop is open. Throws an Error with a
 * sentence for the operator if it adds none.
 */
export async function awaitChanges(
  source: BackupSource,
  folder: string,
  withinMs = CHANGES_WITHIN_MS,
): Promise<boolean> {
  const deadline = Date.now() + withinMs
  while (!(await readCovered(folder))) {
    if (!(await isShopOpen(source))) return false
    if (Date.now() > deadline) {
      throw new Error(
        `The shop has added no changes to it within ${withinMs / 1_000} seconds, and its log says why. Until it does, the backup has only what it had at its end.`,
      )
    }
    await pause(200)
  }
  return true
}

async function isShopOpen({ database }: BackupSource): Promise<boolean> {
  const sql = await connectForBackup(database)
  try {
    return (await sql.query('select from pg_stat_activity where usename = $1', [SHOP])).rowCount !== 0
  } finally {
    await sql.end()
  }
}
