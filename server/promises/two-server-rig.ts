import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import type { Db } from '#server/db/connection.ts'
import { freshDatabase } from '#server/testing/database.ts'
import { type ShopProcess, startShopProcess } from '#server/testing/shop-process.ts'
import type { Mutant } from './mutant.sql.ts'
import type { SourceMutant } from './source-mutant.ts'

/** The number of starts that broken connections may end, one after the other. */
const MOST_STARTS = 10

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

export type RigOptions = {
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

/** Starts the rig for one test and stops it afterwards. Keeps the servers' logs if the test fails. */
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
  const logs = await openLogFolder()
  const start = (index: 0 | 1, more: Record<string, string> = {}) =>
    startShopProcess(
      { ...all, CLOCK_SHIFT_MS: String(clockShiftsMs[index]), ...more },
      { logFile: join(logs, `server-${index + 1}.log`) },
    )
  onTestFinished(async ({ task }) => {
    await drop()
    await rm(mails, { recursive: true })
    if (task.result?.state !== 'fail') await rm(logs, { recursive: true })
  })
  const servers = await startBoth(start)
  const [one, other] = servers
  // Runs before the functions that were registered earlier.
  onTestFinished(async () => {
    await Promise.all(servers.map((server) => server.stop()))
  })
  const startAgain = async (index: 0 | 1) => {
    const port = new URL(servers[index].url).port
    servers[index] = await startLikeSupervisor(() => start(index, { PORT: port }))
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

/** Starts a server, like a supervisor again after a start that a broken connection to the database has ended. */
async function startLikeSupervisor(start: () => Promise<ShopProcess>): Promise<ShopProcess> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await start()
    } catch (error) {
      const isBroken = error instanceof Error && error.message.includes('became unavailable during the start')
      if (!isBroken || attempt === MOST_STARTS) throw error
    }
  }
}

/** Starts two servers. Stops one that starts while the other one fails to. */
async function startBoth(start: (index: 0 | 1) => Promise<ShopProcess>): Promise<[ShopProcess, ShopProcess]> {
  const starting = [start(0), start(1)] as const
  try {
    return [await starting[0], await starting[1]]
  } catch (error) {
    for (const started of await Promise.allSettled(starting)) {
      if (started.status === 'fulfilled') await started.value.stop()
    }
    throw error
  }
}

/** Creates a folder in test-results for the logs of the servers of this test. */
async function openLogFolder(): Promise<string> {
  const name = (expect.getState().currentTestName ?? '').replaceAll(/\W+/g, '-').slice(0, 80)
  await mkdir('test-results/servers', { recursive: true })
  return mkdtemp(`test-results/servers/${name}-`)
}
