import { spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { freshDatabase } from '#server/testing/database.ts'
import { type ShopProcess, startShopProcess } from '#server/testing/shop-process.ts'
import type { Mutant } from './mutant.sql.ts'

export const METRICS_TOKEN = 'a-token-of-the-tests'
export const WORKERS = 2

/** Starts a shop of two workers behind one port, on a separate database. */
export async function startShopOfWorkers(mutant?: Mutant) {
  const { db, url, drop } = await freshDatabase()
  const dataDir = await mkdtemp(join(tmpdir(), 'foyer-workers-'))
  const shop = await startShopProcess({
    DATABASE_URL: url,
    DATA_DIR: dataDir,
    WORKERS: String(WORKERS),
    METRICS_TOKEN,
    LOG_LEVEL: 'fatal',
    ...(mutant ? { MUTANT: mutant, NODE_OPTIONS: `--import=${new URL('mutant.sql.ts', import.meta.url).href}` } : {}),
  })
  onTestFinished(async () => {
    await shop.stop()
    await drop()
    await rm(dataDir, { recursive: true })
  })
  return { db, shop }
}

/** Lists the process ids of the workers. */
export function workersOf({ pid }: ShopProcess): number[] {
  const { stdout } = spawnSync('ps', ['-e', '-o', 'ppid=,pid='], { encoding: 'utf8' })
  const pairs = stdout.trim().split('\n')
  return pairs.map((line) => line.trim().split(/ +/).map(Number)).flatMap(([of, id]) => (of === pid ? [id ?? 0] : []))
}
