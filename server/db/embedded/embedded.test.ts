import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { provedTest } from '#server/testing/proving.ts'
import { queryRow } from '#server/testing/query.ts'
import { DataInUseError, joinEmbedded, OWNERSHIP_LOCK, startEmbedded } from './embedded.ts'
import { findSuperuser } from './superuser.ts'

let folder: string

beforeAll(async () => {
  // A space in the name, and closed to other users like a home folder.
  folder = join(await mkdtemp(join(tmpdir(), 'foyer-embedded-')), 'my data')
})
afterAll(() => rm(join(folder, '..'), { recursive: true, force: true }))

/** Counts the instances that hold the data. */
const OWNERS = `select count(*)::int as owners from pg_locks where locktype = 'advisory' and objid = ${OWNERSHIP_LOCK}`

const pidFile = (data = 'my data') => join(folder, '..', data, 'postgres', 'postmaster.pid')
const serverPid = async (data?: string) => Number((await readFile(pidFile(data), 'utf8')).split('\n')[0])

test('keeps the data between starts and initialises them only once', async () => {
  const first = await startEmbedded(folder)
  expect(first.isNew).toBe(true)
  await queryRow(first.ownerUrl, 'create table kept as select 7 as number')
  await first.stop()
  const second = await startEmbedded(folder)
  expect(second.isNew).toBe(false)
  expect(await queryRow(second.ownerUrl, 'select number from kept')).toEqual({ number: 7 })
  await second.stop()
})

test('starts a server, which can be stopped, although a stop was asked for meanwhile', async () => {
  const database = await startEmbedded(folder, { stop: AbortSignal.abort() })
  expect(await queryRow(database.connectionString, 'select 1 as one')).toEqual({ one: 1 })
  await database.stop()
})

test('refuses a second shop on the same data', async () => {
  const first = await startEmbedded(folder)
  await expect(startEmbedded(folder)).rejects.toThrow(DataInUseError)
  expect(await queryRow(first.connectionString, 'select 1 as one')).toEqual({ one: 1 })
  await first.stop()
})

test('lets a command join the running shop and leaves the database running', async () => {
  const shop = await startEmbedded(folder)
  const beside = await joinEmbedded(folder)
  expect(await queryRow(beside.connectionString, 'select 1 as one')).toEqual({ one: 1 })
  await beside.stop()
  expect(await queryRow(shop.connectionString, 'select 1 as one')).toEqual({ one: 1 })
  await shop.stop()
  const alone = await joinEmbedded(folder)
  expect(await queryRow(alone.connectionString, 'select 1 as one')).toEqual({ one: 1 })
  await alone.stop()
  await expect(queryRow(alone.connectionString, 'select 1')).rejects.toThrow()
})

test.for([
  ['PGSSLMODE', 'require'],
  ['PGSSLNEGOTIATION', 'direct'],
  ['PGOPTIONS', '-c default_transaction_read_only=on'],
  ['PGREPLICATION', 'true'],
] as const)('connects to its own database also with %s=%s in the environment', async ([name, value]) => {
  const shop = await startEmbedded(folder)
  onTestFinished(() => shop.stop())
  onTestFinished(() => void vi.unstubAllEnvs())
  vi.stubEnv(name, value)
  const superuser = new Client(await findSuperuser(folder, shop.connectionString))
  superuser.on('error', () => {})
  await superuser.connect()
  await superuser.query('create temporary table kept_by_superuser ()')
  await superuser.end()
  const beside = await joinEmbedded(folder)
  await queryRow(beside.ownerUrl, 'create temporary table kept_by_owner ()')
  expect(await queryRow(beside.connectionString, "select 'Zürich' as name")).toEqual({ name: 'Zürich' })
  await beside.stop()
})

test('restarts a killed database with all committed data', async () => {
  const database = await startEmbedded(folder)
  await queryRow(database.ownerUrl, 'create table confirmed as select 1 as number')
  const killed = await serverPid()
  process.kill(killed, 'SIGKILL')
  await expect
    .poll(() => queryRow(database.ownerUrl, 'select number from confirmed').catch(() => undefined), {
      timeout: 20_000,
    })
    .toEqual({ number: 1 })
  expect(await serverPid()).not.toBe(killed)
  await database.stop()
})

test('waits until a database has recovered of which a process was killed', async () => {
  const database = await startEmbedded(folder)
  const client = new Client({ connectionString: database.connectionString })
  const isEnded = new Promise<void>((resolve) => client.once('error', () => resolve()))
  await client.connect()
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const server = await serverPid()
  process.kill(rows[0]?.pid ?? 0, 'SIGKILL')
  await isEnded
  await expect
    .poll(() => queryRow(database.connectionString, 'select 1 as one').catch(() => undefined), { timeout: 20_000 })
    .toEqual({ one: 1 })
  await expect.poll(() => queryRow(database.ownerUrl, OWNERS), { timeout: 20_000 }).toEqual({ owners: 1 })
  expect(await serverPid()).toBe(server)
  await database.stop()
})

test.runIf(process.platform === 'linux')('restarts a killed database of which a process hangs', async () => {
  const database = await startEmbedded(folder)
  const client = new Client({ connectionString: database.connectionString })
  const isEnded = new Promise<void>((resolve) => client.once('error', () => resolve()))
  await client.connect()
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  process.kill(rows[0]?.pid ?? 0, 'SIGSTOP')
  process.kill(await serverPid(), 'SIGKILL')
  await expect
    .poll(() => queryRow(database.connectionString, 'select 1 as one').catch(() => undefined), { timeout: 20_000 })
    .toEqual({ one: 1 })
  await isEnded
  await database.stop()
})

test('leaves no server running when it stops during a restart', async () => {
  const database = await startEmbedded(folder)
  process.kill(await serverPid(), 'SIGKILL')
  await expect
    .poll(() => queryRow(database.connectionString, 'select 1').catch(() => 'away'), { interval: 5 })
    .toBe('away')
  await database.stop()
  await expect(queryRow(database.connectionString, 'select 1')).rejects.toThrow()
  const last = await serverPid().catch(() => undefined)
  if (last) expect(() => process.kill(last, 0)).toThrow('ESRCH')
})

test.runIf(process.platform === 'linux')(
  'leaves another server alone whose process id a file from before a reboot names',
  async () => {
    const other = await startEmbedded(join(folder, '..', 'other data'))
    const first = await startEmbedded(folder)
    await first.stop()
    const otherPid = await serverPid('other data')
    await writeFile(pidFile(), `${otherPid}\n${join(folder, 'postgres')}\n0\n1\n`)
    const database = await startEmbedded(folder)
    expect(await queryRow(database.connectionString, 'select 1 as one')).toEqual({ one: 1 })
    expect(await serverPid('other data')).toBe(otherPid)
    expect(await queryRow(other.connectionString, 'select 1 as one')).toEqual({ one: 1 })
    await database.stop()
    await other.stop()
  },
)

provedTest('stops a server that hangs with all its processes', { timeout: 120_000 }, async () => {
  const database = await startEmbedded(folder)
  const server = await serverPid()
  const children = (await readFile(`/proc/${server}/task/${server}/children`, 'utf8')).trim().split(' ').map(Number)
  for (const pid of [server, ...children]) process.kill(pid, 'SIGSTOP')
  await database.stop()
  expect(() => process.kill(server, 0)).toThrow('ESRCH')
  const again = await startEmbedded(folder)
  expect(await queryRow(again.connectionString, 'select 1 as one')).toEqual({ one: 1 })
  await again.stop()
})
