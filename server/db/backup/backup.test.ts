import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { queryRows } from '#server/testing/query.ts'
import { isProving, provedTest } from '#server/testing/proving.ts'
import { type EmbeddedDatabase, startEmbedded } from '../embedded/embedded.ts'
import { findSuperuser } from '../embedded/superuser.ts'
import { migrate } from '../migrate.ts'
import { filesOf, listBackups, readCovered } from './backup-folder.ts'
import { restoreBackup, type RestoreTask } from './restore-backup.ts'
import { listStreams } from './streams.ts'
import { type BackupSource, endBackups, takeBackup } from './take-backup.ts'
import { startWalReceiver } from './wal-receiver.ts'

const run = promisify(execFile)

let root: string
let dataDir: string
let target: string
let database: EmbeddedDatabase
let source: BackupSource
const warnings: string[] = []
let receiver: ReturnType<typeof startWalReceiver>

const startReceiver = () =>
  startWalReceiver({
    dataDir,
    connectionString: database.connectionString,
    log: { warn: (text) => warnings.push(text), info: () => {} },
  })

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'foyer-backup-'))
  dataDir = join(root, 'data')
  target = join(root, 'my backups')
  database = await startEmbedded(dataDir)
  await migrate(database)
  await query('create table kept (number int, id int generated always as identity)')
  source = { dataDir, database: await findSuperuser(dataDir, database.connectionString) }
  receiver = startReceiver()
})
afterAll(async () => {
  await receiver.stop()
  await database.stop()
  await rm(root, { recursive: true, force: true })
})

const query = (statement: string, connectionString = database.ownerUrl) => queryRows(connectionString, statement)

const slots = () => query('select slot_name from pg_replication_slots')

async function coveredSince(folder: string, moment: number): Promise<void> {
  await expect
    .poll(async () => (await readCovered(folder))?.until.getTime() ?? 0, { timeout: 30_000 })
    .toBeGreaterThan(moment)
}

const OPEN_SESSION = `
  with customer as (
    insert into users (email, first_name, last_name, password_hash) values ('ada@foyer.example', 'Ada', 'Lind', '')
    returning id
  )
  insert into sessions (user_id, expires_at, id_hash) select id, now() + '1 day', sha256('session') from customer`

const TASK = { until: undefined, replace: false, keepAccess: false }

let restoredShop: { nextId: number; sessions: number }

/** Restores into a folder of its own and returns the numbers in the table. */
async function numbersAfter(task: Partial<RestoreTask> & { into: string }): Promise<unknown[]> {
  const into = join(root, task.into)
  await restoreBackup(into, { ...TASK, source: target, ...task })
  const restored = await startEmbedded(into)
  try {
    const [state] = await query(
      `select nextval('kept_id_seq')::int as "nextId", (select count(*)::int from sessions) as sessions`,
      restored.ownerUrl,
    )
    restoredShop = state as typeof restoredShop
    return (await query('select number from kept order by 1', restored.ownerUrl)).map((row) =>
      Object.values(row as object).at(0),
    )
  } finally {
    await restored.stop()
  }
}

test('restores the state of a moment between two backups, only into an empty folder', async () => {
  const first = await takeBackup(source, { target, keep: undefined })
  await query('insert into kept values (1)')
  await query(OPEN_SESSION)
  const between = new Date()
  await new Promise((resolve) => setTimeout(resolve, 1_100))
  await query('insert into kept values (2)')
  const second = await takeBackup(source, { target, keep: undefined })
  await query('insert into kept values (3)')
  await coveredSince(second.folder, Date.now())

  expect(await numbersAfter({ into: 'restored', until: between })).toEqual([1])
  // Ids that the lost shop gave, such as those of tickets, are given to nobody else.
  expect(restoredShop.nextId).toBeGreaterThan(1_000_000)
  // A session that was ended since would be open again.
  expect(restoredShop.sessions).toBe(0)
  await expect(numbersAfter({ into: 'restored' })).rejects.toThrow('is not empty')
  expect(await numbersAfter({ into: 'latest' })).toEqual([1, 2, 3])
  // The backup may be a copy from before a session was ended.
  expect(restoredShop.sessions).toBe(0)

  const finishedAt = (await listBackups(target)).at(-1)?.finishedAt
  await expect.poll(() => receiver.state().madeAt?.toISOString(), { timeout: 20_000 }).toBe(finishedAt)
  expect(receiver.state().coveredUntil?.getTime()).toBeGreaterThan(between.getTime())

  // The first backup's WAL is complete: the shop transfers that of the second one.
  await expect
    .poll(async () => (await listStreams(dataDir)).map(({ folder }) => folder), { timeout: 20_000 })
    .toEqual([second.folder])
  expect(await slots()).toHaveLength(1)
  expect((await listBackups(target)).map(({ folder }) => folder)).toEqual([first.folder, second.folder])
})

test('transfers the last changes when the shop stops', async () => {
  await query('insert into kept values (4)')
  const insertedAt = Date.now()
  const [stream] = await listStreams(dataDir)
  await receiver.stop()
  receiver = startReceiver()
  expect((await readCovered(stream?.folder ?? ''))?.until.getTime()).toBeGreaterThanOrEqual(insertedAt)
  if (isProving) expect(await numbersAfter({ into: 'stopped' })).toEqual([1, 2, 3, 4])

  // Also while the receiver waits before the transfer into the next backup.
  const { folder } = await takeBackup(source, { target, keep: undefined })
  await expect.poll(() => listStreams(dataDir), { timeout: 20_000, interval: 10 }).toHaveLength(1)
  const beforeStop = Date.now()
  await receiver.stop()
  receiver = startReceiver()
  expect((await readCovered(folder))?.until.getTime()).toBeGreaterThanOrEqual(beforeStop)
})

test('restores the latest state from the backup before, while the newest has no changes yet', async () => {
  await receiver.stop()
  const { folder } = await takeBackup(source, { target, keep: undefined })
  await query('insert into kept values (5)')
  receiver = startReceiver()
  await coveredSince(folder, Date.now())
  await expect.poll(() => listStreams(dataDir), { timeout: 20_000 }).toHaveLength(1)
  const copy = join(root, 'copy')
  await cp(target, copy, { recursive: true })
  // As before the first changes of the newest backup.
  const { covered, wal } = filesOf(join(copy, basename(folder)))
  await rm(covered)
  await rm(wal, { recursive: true })
  await mkdir(wal)
  expect(await numbersAfter({ into: 'latest of both', source: copy })).toEqual([1, 2, 3, 4, 5])
})

test('explains a moment before the first backup or after the last change', async () => {
  await expect(numbersAfter({ into: 'early', until: new Date('2020-01-01') })).rejects.toThrow(
    /The oldest backup in .* was finished at .*Choose a later moment\./,
  )
  await expect(numbersAfter({ into: 'late', until: new Date(Date.now() + 3_600_000) })).rejects.toThrow(
    /contains all changes until .*Choose an earlier moment/,
  )
  expect(await readdir(join(root, 'late'))).toEqual([])
  await expect(restoreBackup(join(root, 'none'), { ...TASK, source: join(root, 'nowhere') })).rejects.toThrow(
    'There is no finished backup',
  )
})

test('refuses to replace the data of a shop that starts meanwhile', async () => {
  const into = join(root, 'restored')
  const restoring = restoreBackup(into, { ...TASK, source: target, replace: true })
  const started = await startEmbedded(into)
  await expect(restoring).rejects.toThrow('The shop is running')
  await started.stop()
  expect(await readdir(into)).not.toContain('restoring')
})

test('refuses to replace the data of a running shop', async () => {
  await expect(restoreBackup(dataDir, { ...TASK, source: target, replace: true })).rejects.toThrow(
    'The shop is running',
  )
  expect(await query('select count(*)::int as count from kept')).toEqual([{ count: 5 }])
})

provedTest('warns of a folder that cannot be written, catches up later, and restores the latest state', async () => {
  const [stream] = await listStreams(dataDir)
  const { wal } = filesOf(stream?.folder ?? '')
  await receiver.stop()
  await rm(`${wal}.away`, { force: true, recursive: true })
  await run('mv', [wal, `${wal}.away`])
  // A file in place of the folder: fails for root, too.
  await writeFile(wal, '')
  receiver = startReceiver()
  await expect.poll(() => warnings, { timeout: 20_000 }).toHaveLength(1)
  expect(warnings[0]).toContain('gets no changes')
  await query('insert into kept values (6)')

  await rm(wal)
  await run('mv', [`${wal}.away`, wal])
  await coveredSince(stream?.folder ?? '', Date.now())
  expect(await numbersAfter({ into: 'restored', replace: true, keepAccess: true })).toEqual([1, 2, 3, 4, 5, 6])
  expect(restoredShop.sessions).toBe(1)
  const aside = (await readdir(join(root, 'restored'))).filter((name) => name.startsWith('replaced-'))
  expect(aside).toHaveLength(1)
  expect(await readdir(join(root, 'restored', aside[0] ?? ''))).toContain('postgres')
})

test('keeps only the newest backups on request, and detects a damaged one', async () => {
  const { folder, deleted } = await takeBackup(source, { target, keep: 1 })
  expect(deleted).toHaveLength(4)
  expect(await readdir(target)).toHaveLength(1)
  const { base } = filesOf(folder)
  const bytes = await readFile(base)
  const found = bytes.indexOf('# PostgreSQL Client Authentication Configuration File')
  bytes.write('X', found + 5)
  await writeFile(base, bytes)
  await expect(numbersAfter({ into: 'damaged' })).rejects.toThrow('pg_hba.conf has a wrong checksum')
})

test('ends the transfer of changes on request', async () => {
  expect(await endBackups(source)).toHaveLength(1)
  expect(await slots()).toEqual([])
  expect(await listStreams(dataDir)).toEqual([])
})

test('tells which backups in other folders get no more changes', async () => {
  const former = await takeBackup(source, { target, keep: undefined })
  const { ended } = await takeBackup(source, { target: join(root, 'second'), keep: undefined })
  expect([former.ended, ended]).toEqual([[], [former.folder]])
  await endBackups(source)
})

provedTest('keeps and restores the newest backup although the clock was ahead at the one before', async () => {
  const ahead = new Date(Date.now() + 3 * 60 * 60_000).toISOString()
  const late = join(root, 'late')
  const before = await takeBackup(source, { target: late, keep: undefined })
  const { description, covered } = filesOf(before.folder)
  const { folder, deleted } = await takeBackup(source, { target: late, keep: undefined })
  await expect
    .poll(async () => (await listStreams(dataDir)).map((stream) => stream.folder), { timeout: 20_000 })
    .toEqual([folder])
  for (const [file, field] of [
    [description, 'finishedAt'],
    [covered, 'until'],
  ] as const) {
    await writeFile(file, JSON.stringify({ ...JSON.parse(await readFile(file, 'utf8')), [field]: ahead }))
  }
  await query('insert into kept values (7)')
  await coveredSince(folder, Date.now())
  expect(deleted).toEqual([])
  expect((await listBackups(late)).map((backup) => backup.folder)).toEqual([before.folder, folder])
  expect(await numbersAfter({ into: 'after a late clock', source: late })).toContain(7)
  const newest = await takeBackup(source, { target: late, keep: 1 })
  expect(newest.deleted).toEqual([before.folder, folder])
})
