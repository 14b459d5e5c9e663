import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startForwarder } from '#server/testing/forwarder.ts'
import { openTestShop, type TestShop } from '#server/testing/shop.ts'
import { connect, type Tx } from './connection.ts'
import { sendWithCommit } from './last-writes.ts'
import { inTransaction } from './transaction.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await openTestShop()
  await sql`create table notes (number int primary key)`.execute(shop.owner)
  await sql`grant select, insert, delete on notes to public`.execute(shop.owner)
})
afterAll(() => shop.close())

const insert = (tx: Tx, number: number) => sql`insert into notes values (${number})`.execute(tx)
const select = async (tx: Tx) =>
  (await sql<{ number: number }>`select number from notes order by number`.execute(tx)).rows.map(({ number }) => number)

test('runs statements in the order in which they were executed', async () => {
  const seen = await inTransaction(shop.db, async (tx) => {
    const [, first, , second] = await Promise.all([insert(tx, 1), select(tx), insert(tx, 2), select(tx)])
    return [first, second]
  })
  expect(seen).toEqual([[1], [1, 2]])
})

test('lets a read see what was committed while the statement before it waited for a lock', async () => {
  const other = await shop.owner.startTransaction().execute()
  await sql`lock table notes in share row exclusive mode`.execute(other)
  await sql`insert into notes values (10)`.execute(other)
  const seen = inTransaction(shop.db, async (tx) => (await Promise.all([insert(tx, 11), select(tx)]))[1])
  await expect.poll(() => countWaiting()).toBe(1)
  await other.commit().execute()
  expect(await seen).toEqual([1, 2, 10, 11])
})

async function countWaiting(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from pg_locks join pg_stat_activity using (pid)
    where not granted and datname = current_database()`.execute(shop.owner)
  return rows[0]?.count ?? 0
}

test('fails with the first error, undoes everything, and goes on', async () => {
  const failing = inTransaction(shop.db, (tx) => Promise.all([insert(tx, 20), insert(tx, 1), insert(tx, 21)]))
  await expect(failing).rejects.toThrow('notes_pkey')
  expect(await inTransaction(shop.db, select)).not.toContain(20)
})

test('sends nothing after work that failed, which would take effect outside the transaction', async () => {
  const failing = inTransaction(shop.db, async (tx) => {
    const late = select(tx).then(() => insert(tx, 30))
    const failed = select(tx).then(() => Promise.reject(new Error('refused')))
    // The first rejection ends the work while the other statement is still to come.
    await Promise.all([failed, late.catch(() => undefined).then(() => insert(tx, 31))])
  })
  await expect(failing).rejects.toThrow('refused')
  await new Promise((resolve) => {
    setTimeout(resolve, 50)
  })
  const left = await inTransaction(shop.db, select)
  expect(left.filter((number) => number >= 30)).toEqual([])
})

test('throws the error of the statement that failed first, however late its caller learns of it', async () => {
  const later = async (tx: Tx) => {
    await Promise.all([insert(tx, 1), insert(tx, 70)])
  }
  const failing = inTransaction(shop.db, (tx) => Promise.all([later(tx), insert(tx, 71)]))
  await expect(failing).rejects.toThrow('notes_pkey')
})

test('rolls back if a write that was sent with the commit fails, and throws its error', async () => {
  const failing = inTransaction(shop.db, async (tx) => {
    await insert(tx, 40)
    sendWithCommit(tx, insert(tx, 41))
    sendWithCommit(tx, insert(tx, 1))
  })
  await expect(failing).rejects.toThrow('notes_pkey')
  const masked = inTransaction(shop.db, async (tx) => {
    sendWithCommit(tx, insert(tx, 1))
    await insert(tx, 42)
  })
  await expect(masked).rejects.toThrow('notes_pkey')
  expect((await inTransaction(shop.db, select)).filter((number) => number >= 40)).toEqual([])
})

test('needs one packet for the statements that are executed together', async () => {
  const { host, port } = addressOf(shop.databaseUrl)
  const forwarder = await startForwarder(`${host}:${port}`)
  const url = new URL(shop.databaseUrl)
  url.host = forwarder.address
  const db = connect(url.href)
  try {
    const packets = (work: (tx: Tx) => Promise<unknown>) => {
      const before = forwarder.countPackets()
      return inTransaction(db, work).then(() => forwarder.countPackets() - before)
    }
    const reads = [1, 2, 3, 4, 5]
    await packets((tx) => Promise.all(reads.map(() => select(tx))))
    const together = await packets((tx) => Promise.all(reads.map(() => select(tx))))
    const oneByOne = await packets(async (tx) => {
      for (const _ of reads) await select(tx)
    })
    const withCommit = await packets((tx) => {
      for (const number of [50, 51]) sendWithCommit(tx, insert(tx, number))
      return Promise.resolve()
    })
    // Begin, the reads, commit; begin, and the writes with the commit.
    expect([together, oneByOne, withCommit]).toEqual([3, 7, 2])
  } finally {
    await db.destroy()
  }
})

const addressOf = (url: string) => {
  const { hostname, port } = new URL(url)
  return { host: hostname, port }
}
