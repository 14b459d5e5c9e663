import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest'
import { queryRows } from './query.ts'
import { migrate } from '#server/db/migrate.ts'
import { startEmbedded } from '#server/db/embedded/embedded.ts'
import { findSuperuser } from '#server/db/embedded/superuser.ts'
import { readCovered } from '#server/db/backup/backup-folder.ts'
import { restoreBackup } from '#server/db/backup/restore-backup.ts'
import { type BackupSource, endBackups, takeBackup } from '#server/db/backup/take-backup.ts'
import { startWalReceiver } from '#server/db/backup/wal-receiver.ts'

const run = promisify(execFile)

type Limits = { watchMs?: number; diskAnswersWithinMs?: number }

/** Opens the database in DATA_DIR and adds its changes to its backup, as a shop does. Tests use the table `kept`. */
export async function openTestShop(dataDir: string, limits: Limits = {}) {
  const database = await startEmbedded(dataDir)
  const { connectionString } = database
  const source: BackupSource = { dataDir, database: await findSuperuser(dataDir, connectionString) }
  // A shop that is open is connected by its own role.
  const session = new Client({ connectionString })
  session.on('error', () => {})
  await session.connect()
  const warnings: string[] = []
  const log = { warn: (text: string) => warnings.push(text), info: () => {} }
  const receiver = startWalReceiver({ dataDir, connectionString, log, ...limits })
  const query = (statement: string) => queryRows(database.ownerUrl, statement)
  return {
    database,
    source,
    warnings,
    backupState: receiver.state,
    query,
    add: (number: number) => query(`insert into kept values (${number})`),
    numbers: async () =>
      (await queryRows<{ number: number }>(database.ownerUrl, 'select number from kept order by 1')).map(
        ({ number }) => number,
      ),
    /** Ends the segment of the WAL, as 16 MB of changes do. */
    switchWal: () => queryRows(superuserUrl(source), 'select pg_switch_wal()'),
    backUp: (target: string) => takeBackup(source, { target, keep: undefined }),
    endBackups: () => endBackups(source),
    stop: async () => {
      await receiver.stop()
      await session.end()
      await database.stop()
    },
  }
}

type TestShop = Awaited<ReturnType<typeof openTestShop>>

const superuserUrl = ({ database: { user, password, host, port, database } }: BackupSource) =>
  `postgres://${user}:${password}@${host}:${port}/${database}`

/** Opens a shop until the end of the test. */
export async function openForTest(dataDir: string, limits: Limits): Promise<TestShop> {
  const shop = await openTestShop(dataDir, limits)
  onTestFinished(shop.stop)
  return shop
}

/** Waits until all changes before this moment are in a backup. */
export async function covered(folder: string): Promise<void> {
  const moment = Date.now()
  await expect
    .poll(async () => (await readCovered(folder))?.until.getTime() ?? 0, { timeout: 30_000 })
    .toBeGreaterThan(moment)
}

/** Waits for the one warning of a shop. */
export const warned = (shop: TestShop, sentence: string) =>
  expect.poll(() => shop.warnings, { timeout: 30_000 }).toEqual([expect.stringContaining(sentence)])

export const copyFolder = (from: string, to: string) => run('cp', ['-a', from, to])

/** Makes shops with backups in a temporary folder for the tests of a file. */
export function useBackupRig() {
  let root: string
  /** DATA_DIR of a shop without a backup. */
  let initial: string
  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'foyer-backups-'))
    initial = join(root, 'initial')
    const database = await startEmbedded(initial)
    await migrate(database)
    await queryRows(database.ownerUrl, 'create table kept (number int)')
    await database.stop()
  })
  afterAll(() => rm(root, { recursive: true, force: true }))
  return {
    folder: (name: string) => join(root, name),
    /** Stops a shop with a backup of the numbers 1 and 2. */
    givenStoppedShop: async (name: string) => {
      const dataDir = join(root, name)
      const target = join(root, `${name} backups`)
      await copyFolder(initial, dataDir)
      const shop = await openTestShop(dataDir)
      await shop.add(1)
      const { folder } = await shop.backUp(target)
      await shop.add(2)
      await covered(folder)
      await shop.stop()
      return { dataDir, target, folder }
    },
    /** Restores the latest state of a folder of backups. Returns the numbers in it. */
    restoredNumbers: async (target: string): Promise<number[]> => {
      const into = await mkdtemp(join(root, 'restored-'))
      await restoreBackup(into, { source: target, until: undefined, replace: false, keepAccess: false })
      const shop = await openTestShop(into)
      try {
        return await shop.numbers()
      } finally {
        await shop.stop()
      }
    },
  }
}
