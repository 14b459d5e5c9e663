import { spawnSync } from 'node:child_process'
import { watch } from 'node:fs'
import { copyFile, mkdir, mkdtemp, readdir, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { provedTest } from '#server/testing/proving.ts'
import { queryRows } from '#server/testing/query.ts'
import { type EmbeddedDatabase, startEmbedded } from '../embedded/embedded.ts'
import { findSuperuser } from '../embedded/superuser.ts'
import { migrate } from '../migrate.ts'
import { filesOf, listBackups } from './backup-folder.ts'
import { restoreBackup } from './restore-backup.ts'
import { endBackups, takeBackup } from './take-backup.ts'
import { startWalReceiver } from './wal-receiver.ts'

let root: string
let target: string
const open: EmbeddedDatabase[] = []
let first: Awaited<ReturnType<typeof openShop>>

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'foyer-histories-'))
  target = join(root, 'backups')
  first = await openShop('first')
  await migrate(first.database)
  await queryRows(first.database.ownerUrl, 'create table kept (number int)')
  await first.add(1)
  await first.backUp()
})
afterAll(async () => {
  for (const database of open) await database.stop()
  await rm(root, { recursive: true, force: true })
})

/** Opens the database in a folder. `backUp` adds a backup to those of all histories, and returns its folder. */
async function openShop(name: string) {
  const dataDir = join(root, name)
  const database = await startEmbedded(dataDir)
  open.push(database)
  const source = { dataDir, database: await findSuperuser(dataDir, database.connectionString) }
  return {
    database,
    add: (number: number) => queryRows(database.ownerUrl, `insert into kept values (${number})`),
    numbers: async () => {
      const rows = await queryRows<{ number: number }>(database.ownerUrl, 'select number from kept order by 1')
      return rows.map(({ number }) => number)
    },
    backUp: async ({ keep }: { keep?: number } = {}) => (await takeBackup(source, { target, keep })).folder,
    endBackups: () => endBackups(source),
    /** Adds all changes until now to the last backup. Returns a moment before its end. */
    coverNow: async () => {
      const moment = new Date()
      const { connectionString } = database
      await startWalReceiver({ dataDir, connectionString, log: { warn: () => {}, info: () => {} } }).stop()
      return moment
    },
  }
}

async function restore(into: string, until?: Date) {
  await restoreBackup(join(root, into), { source: target, until, replace: false, keepAccess: false })
  return openShop(into)
}

const folders = async () => (await listBackups(target)).map(({ folder }) => folder)

test('restores a backup beside the shop, which completes a segment meanwhile', async () => {
  const [backup = ''] = await folders()
  const { wal } = filesOf(backup)
  const base = join(root, 'first', 'postgres', 'pg_wal')
  const segment = (await readdir(base)).filter((name) => /^[\dA-F]{24}$/.test(name)).toSorted()[0] ?? ''
  // As if the segment had been renamed after its name was read.
  await copyFile(join(base, segment), join(wal, segment))
  const unfinished = join(wal, `${segment}.partial`)
  await symlink('renamed', unfinished)
  try {
    expect(await (await restore('meanwhile')).numbers()).toEqual([1])
  } finally {
    await rm(unfinished)
  }
})

test('leaves DATA_DIR as it was if a part of it cannot be moved', async ({ skip }) => {
  const into = join(root, 'mounted')
  await mkdir(join(into, 'postgres'), { recursive: true })
  for (const name of ['a file', 'passwords']) await writeFile(join(into, name), name)
  // Only root can mount a disk, and not everywhere.
  const { status } = spawnSync('mount', ['-t', 'tmpfs', 'tmpfs', join(into, 'postgres')])
  skip(status !== 0)
  try {
    const task = { source: target, until: undefined, replace: true, keepAccess: false }
    await expect(restoreBackup(into, task)).rejects.toThrow('EBUSY')
    expect((await readdir(into)).toSorted()).toEqual(['a file', 'passwords', 'postgres'])
  } finally {
    spawnSync('umount', [join(into, 'postgres')])
  }
})

test('opens no new shop after a restore that was killed before all was in its place, and can be repeated', async () => {
  const into = join(root, 'killed')
  const task = { source: target, until: undefined, replace: true, keepAccess: false }
  await restoreBackup(into, task)
  // As if it had been killed before its last move.
  await mkdir(join(into, 'restoring'))
  await rename(join(into, 'postgres'), join(into, 'restoring', 'postgres'))
  const names = await readdir(into)
  await expect(startEmbedded(into)).rejects.toThrow(/^A restore into .* was interrupted, or is still running\./)
  expect(await readdir(into)).toEqual(names)
  await restoreBackup(into, task)
  expect(await (await openShop('killed')).numbers()).toEqual([1])
})

test.runIf(process.platform === 'linux')('moves the old database aside first, and the new one in last', async () => {
  const into = join(root, 'watched')
  const task = { source: target, until: undefined, replace: true, keepAccess: false }
  await restoreBackup(into, task)
  const changed: (string | null)[] = []
  const watcher = watch(into, (_, name) => changed.push(name))
  await restoreBackup(into, task)
  await expect.poll(() => changed.filter((name) => name === 'restoring')).toHaveLength(2)
  watcher.close()
  const moves = changed.slice(changed.findIndex((name) => name?.startsWith('replaced-')) + 1, -1)
  expect(moves.length).toBeGreaterThan(2)
  expect([moves.at(0), moves.at(-1)]).toEqual(['postgres', 'postgres'])
})

provedTest('keeps and restores the newest backup although a history that was left had gone on for longer', async () => {
  const backups = await folders()
  const moment = await first.coverNow()
  await first.endBackups()

  const left = await restore('left')
  for (const number of [2, 3]) {
    await left.add(number)
    backups.push(await left.backUp())
  }

  // The moment was wrong: the first backup is restored again, and begins the same timeline.
  const again = await restore('again', moment)
  await again.add(4)
  backups.push(await again.backUp())
  expect(await folders()).toEqual(backups)
  expect(await (await restore('latest')).numbers()).toEqual([1, 4])
  const last = await again.backUp({ keep: 1 })
  expect(await folders()).toEqual([last])

  // The data that were left come back.
  await expect(left.backUp()).rejects.toThrow('is of other data')
  expect(await folders()).toEqual([last])
})
