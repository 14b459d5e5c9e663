import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DataInUseError, joinEmbedded, startEmbedded } from './embedded.ts'

let folder: string

beforeAll(async () => {
  // A folder with a space in its name, and closed to others, as a home is.
  folder = join(await mkdtemp(join(tmpdir(), 'foyer-embedded-')), 'my data')
})
afterAll(() => rm(join(folder, '..'), { recursive: true, force: true }))

async function ask(connectionString: string, question: string): Promise<unknown> {
  const client = new Client({ connectionString })
  await client.connect()
  try {
    const { rows } = await client.query(question)
    return rows[0]
  } finally {
    await client.end()
  }
}

const serverPid = async () =>
  Number((await readFile(join(folder, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0])

test('data outlives the shop, and only the first start makes it', async () => {
  const first = await startEmbedded(folder)
  expect(first.isNew).toBe(true)
  await ask(first.connectionString, 'create table kept as select 7 as number')
  await first.stop()
  const second = await startEmbedded(folder)
  expect(second.isNew).toBe(false)
  expect(await ask(second.connectionString, 'select number from kept')).toEqual({ number: 7 })
  await second.stop()
})

test('a second shop on the same data is told so, and the first goes on', async () => {
  const first = await startEmbedded(folder)
  await expect(startEmbedded(folder)).rejects.toThrow(DataInUseError)
  expect(await ask(first.connectionString, 'select 1 as one')).toEqual({ one: 1 })
  await first.stop()
})

test('a command may work beside the shop, and leaves its database running', async () => {
  const shop = await startEmbedded(folder)
  const beside = await joinEmbedded(folder)
  expect(await ask(beside.connectionString, 'select 1 as one')).toEqual({ one: 1 })
  await beside.stop()
  expect(await ask(shop.connectionString, 'select 1 as one')).toEqual({ one: 1 })
  await shop.stop()
  const alone = await joinEmbedded(folder)
  expect(await ask(alone.connectionString, 'select 1 as one')).toEqual({ one: 1 })
  await alone.stop()
  await expect(ask(alone.connectionString, 'select 1')).rejects.toThrow()
})

test('a database that is killed is back by itself, with all it had confirmed', async () => {
  const database = await startEmbedded(folder)
  await ask(database.connectionString, 'create table confirmed as select 1 as number')
  const killed = await serverPid()
  process.kill(killed, 'SIGKILL')
  await expect
    .poll(() => ask(database.connectionString, 'select number from confirmed').catch(() => undefined), {
      timeout: 20_000,
    })
    .toEqual({ number: 1 })
  expect(await serverPid()).not.toBe(killed)
  await database.stop()
})

test('a shop that closes while its database comes back leaves none running', async () => {
  const database = await startEmbedded(folder)
  process.kill(await serverPid(), 'SIGKILL')
  await expect.poll(() => ask(database.connectionString, 'select 1').catch(() => 'away'), { interval: 5 }).toBe('away')
  await database.stop()
  await expect(ask(database.connectionString, 'select 1')).rejects.toThrow()
  const last = await serverPid().catch(() => undefined)
  if (last) expect(() => process.kill(last, 0)).toThrow('ESRCH')
})
