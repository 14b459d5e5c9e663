import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { Db } from '#server/db/connection.ts'
import { freshDatabase } from '#server/testing/database.ts'
import { startShopProcess } from '#server/testing/shop-process.ts'
import type { Mutant } from './mutant.sql.ts'

/** Two servers of one shop, each in a process of its own, on a database that nobody else uses. */
export type TwoServerRig = {
  db: Db
  urls: readonly [string, string]
  /** Kills one server with SIGKILL and starts it again at the same address. */
  killServer: (index: 0 | 1) => Promise<void>
  /** Ends one server for good, as its operator does. */
  stopServer: (index: 0 | 1) => Promise<void>
}

type Opening = {
  settings?: Record<string, string>
  /** Takes a guard away from both servers: what the promise's check must then find. */
  mutant?: Mutant
  /** Puts something between the servers and the database. */
  lineTo?: (databaseUrl: string) => Promise<string>
}

/** Opens a house for one test, and closes it when that is over. */
export async function startTwoServerRig({ settings = {}, mutant, lineTo }: Opening = {}): Promise<TwoServerRig> {
  const { db, url, drop } = await freshDatabase()
  const mails = await mkdtemp(join(tmpdir(), 'foyer-mails-'))
  const all = {
    ...settings,
    DATA_DIR: mails,
    DATABASE_URL: lineTo ? await lineTo(url) : url,
    ...(mutant ? { MUTANT: mutant, NODE_OPTIONS: `--import=${new URL('./mutant.sql.ts', import.meta.url).href}` } : {}),
  }
  const servers = await Promise.all([startShopProcess(all), startShopProcess(all)])
  const [one, other] = servers
  onTestFinished(async () => {
    await Promise.all(servers.map((server) => server.stop()))
    await drop()
    await rm(mails, { recursive: true })
  })
  return {
    db,
    urls: [one.url, other.url],
    stopServer: (index) => servers[index].stop(),
    killServer: async (index) => {
      await servers[index].kill()
      servers[index] = await startShopProcess({ ...all, PORT: new URL(servers[index].url).port })
    },
  }
}
