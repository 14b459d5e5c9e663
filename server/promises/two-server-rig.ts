import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { Db } from '#server/db/connection.ts'
import { freshDatabase } from '#server/testing/database.ts'
import { startShopProcess } from '#server/testing/shop-process.ts'
import type { Mutant } from './mutant.sql.ts'
import type { SourceMutant } from './source-mutant.ts'

/** Two servers of one shop, each in its own process, on a separate database. */
export type TwoServerRig = {
  db: Db
  /** The database with the rights of its owner. */
  owner: Db
  urls: readonly [string, string]
  /** Kills a server with SIGKILL and restarts it at the same address. */
  killServer: (index: 0 | 1) => Promise<void>
  /** Stops a server like its operator and starts it again at the same address. */
  restartServer: (index: 0 | 1) => Promise<void>
  /** Stops a server like its operator. */
  stopServer: (index: 0 | 1) => Promise<void>
}

type RigOptions = {
  settings?: Record<string, string>
  /** Removes a safeguard from both servers, which the promise's check must detect. */
  mutant?: Mutant
  /** Shifts the clock of each server's process, in milliseconds. The database's clock stays right. */
  clockShiftsMs?: readonly [number, number]
  /** Changes a line of the source of both servers, which the promise's check must detect. */
  sourceMutant?: SourceMutant
  /** Modules that both servers load before their source. */
  imports?: readonly URL[]
  /** Inserts a proxy between the servers and the database. */
  lineTo?: (databaseUrl: string) => Promise<string>
}

/** Starts the rig for one test and stops it afterwards. */
export async function startTwoServerRig(options: RigOptions = {}): Promise<TwoServerRig> {
  const { settings = {}, mutant, clockShiftsMs = [0, 0], sourceMutant, imports = [], lineTo } = options
  const { db, url, owner, drop } = await freshDatabase()
  const mails = await mkdtemp(join(tmpdir(), 'foyer-mails-'))
  const all = {
    ...settings,
    DATA_DIR: mails,
    DATABASE_URL: lineTo ? await lineTo(url) : url,
    NODE_OPTIONS: [
      ...(mutant ? [new URL('mutant.sql.ts', import.meta.url)] : []),
      ...(clockShiftsMs.some((shift) => shift !== 0) ? [new URL('shifted-clock.ts', import.meta.url)] : []),
      ...(sourceMutant ? [new URL('source-mutant.ts', import.meta.url)] : []),
      ...imports,
    ]
      .map(({ href }) => `--import=${href}`)
      .join(' '),
    ...(mutant ? { MUTANT: mutant } : {}),
    ...(sourceMutant ? { SOURCE_MUTANT: sourceMutant } : {}),
  }
  const settingsOf = (index: 0 | 1) => ({ ...all, CLOCK_SHIFT_MS: String(clockShiftsMs[index]) })
  const servers = await Promise.all([startShopProcess(settingsOf(0)), startShopProcess(settingsOf(1))])
  const [one, other] = servers
  onTestFinished(async () => {
    await Promise.all(servers.map((server) => server.stop()))
    await drop()
    await rm(mails, { recursive: true })
  })
  const startAgain = async (index: 0 | 1) => {
    servers[index] = await startShopProcess({ ...settingsOf(index), PORT: new URL(servers[index].url).port })
  }
  return {
    db,
    owner,
    urls: [one.url, other.url],
    stopServer: (index) => servers[index].stop(),
    restartServer: (index) => servers[index].stop().then(() => startAgain(index)),
    killServer: (index) => servers[index].kill().then(() => startAgain(index)),
  }
}
