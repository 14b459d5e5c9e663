import { execFile } from 'node:child_process'
import { closeSync, constants, openSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { provedTest } from '#server/testing/proving.ts'
import { startEmbedded } from '../embedded/embedded.ts'
import { findSuperuser } from '../embedded/superuser.ts'
import { awaitChanges } from './await-changes.ts'
import { filesOf, readCovered } from './backup-folder.ts'
import { openTestShop } from '#server/testing/backup-rig.ts'
import { parseLsn } from './lsn.ts'
import { connectForReplication, streamWal } from './replication.ts'
import { connectForBackup, dropSlot } from './slots.ts'
import { listStreams } from './streams.ts'
import { takeBackup } from './take-backup.ts'

const run = promisify(execFile)

async function givenFolder(): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'foyer-hanging-'))
  onTestFinished(() => rm(root, { recursive: true, force: true }))
  return root
}

/** Opens a shop with a backup on a disk that does not answer any more: no file can be opened for writing there. */
async function givenHangingDisk(diskAnswersWithinMs: number) {
  const root = await givenFolder()
  const shop = await openTestShop(join(root, 'data'), { diskAnswersWithinMs })
  onTestFinished(shop.stop)
  const { folder } = await shop.backUp(join(root, 'old'))
  await expect.poll(() => readCovered(folder), { timeout: 20_000 }).toBeDefined()
  const fifo = `${filesOf(folder).covered}.unfinished`
  await expect
    .poll(() =>
      run('mkfifo', [fifo]).then(
        () => true,
        () => false,
      ),
    )
    .toBe(true)
  /** Lets the disk answer, also if all threads for files wait for it. */
  const release = async () => {
    const reader = openSync(fifo, constants.O_RDONLY | constants.O_NONBLOCK)
    await rm(fifo)
    closeSync(reader)
  }
  onTestFinished(() => release().catch(() => {}))
  return { root, shop, folder, release }
}

/** Throws if work takes longer, so that a test ends although the work never does. */
const within = <Result>(ms: number, work: Promise<Result>): Promise<Result> =>
  Promise.race([
    work,
    pause(ms, undefined, { ref: false }).then(() => {
      throw new Error(`took longer than ${ms} ms`)
    }),
  ])

provedTest('warns of a disk that does not answer, once, and goes on with its backup when it does', async () => {
  const { shop, folder, release } = await givenHangingDisk(300)
  const warning = `The backup in ${folder} gets no changes: Error: its disk does not answer.`
  await expect.poll(() => shop.warnings, { timeout: 20_000 }).toEqual([expect.stringContaining(warning)])
  // Each attempt would occupy one of the four threads that read files, too.
  await pause(10_000)
  await within(5_000, readFile(filesOf(folder).description))
  expect(shop.warnings).toHaveLength(1)
  const before = Date.now()
  await release()
  await expect
    .poll(async () => (await readCovered(folder))?.until.getTime() ?? 0, { timeout: 20_000 })
    .toBeGreaterThan(before)
})

provedTest('adds changes to a newer backup at once while the disk of the older one does not answer', async () => {
  const { root, shop } = await givenHangingDisk(15_000)
  // The shop opens that file every five seconds.
  await pause(6_000)
  const { folder } = await within(20_000, shop.backUp(join(root, 'new')))
  await within(5_000, awaitChanges(shop.source, folder))
  expect(await readCovered(folder)).toBeDefined()
  await expect
    .poll(async () => (await listStreams(shop.source.dataDir)).map((stream) => stream.folder), { timeout: 40_000 })
    .toEqual([folder])
  await expect.poll(() => shop.query('select from pg_replication_slots'), { timeout: 20_000 }).toHaveLength(1)
  expect(shop.warnings).toEqual([expect.stringContaining('its disk does not answer')])
})

provedTest('ends adding changes on request although the disk does not answer', async () => {
  const { shop, folder } = await givenHangingDisk(1_000)
  expect(await within(40_000, shop.endBackups())).toEqual([folder])
  expect(await shop.query('select from pg_replication_slots')).toEqual([])
})

test('explains that an open shop adds no changes to a new backup, or is still busy with one', async () => {
  const root = await givenFolder()
  const dataDir = join(root, 'data')
  const database = await startEmbedded(dataDir)
  onTestFinished(database.stop)
  const source = { dataDir, database: await findSuperuser(dataDir, database.connectionString) }
  const { folder } = await takeBackup(source, { target: join(root, 'backups'), keep: undefined })
  expect(await awaitChanges(source, folder)).toBe(false)
  const shop = new Client(database.connectionString)
  await shop.connect()
  await expect(awaitChanges(source, folder, 500)).rejects.toThrow('The shop has added no changes to it within 0.5')
  await shop.end()

  const [stream] = await listStreams(dataDir)
  const busy = await connectForReplication(source.database)
  streamWal(busy, { slot: stream?.slot ?? '', start: parseLsn(stream?.startLsn ?? ''), timeline: 1 }).catch(() => {})
  const sql = await connectForBackup(source.database)
  const isActive = 'select from pg_replication_slots where active'
  await expect.poll(async () => (await sql.query(isActive)).rowCount).toBe(1)
  await expect(dropSlot(sql, stream?.slot ?? '', 500)).rejects.toThrow('The shop adds no more changes to the backup')
  await busy.end()
  await sql.end()
})
