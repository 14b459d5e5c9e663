import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase, type TestDatabase } from '#server/testing/database.ts'
import { race } from '#server/testing/race.ts'
import { connect, type Db } from './connection.ts'
import { plannedEachTime } from './prepared-client.ts'
import { inTransaction } from './transaction.ts'

let database: TestDatabase
let shop: Db

beforeAll(async () => {
  database = await freshDatabase()
  shop = connect(database.url, { max: 1 })
})
afterAll(async () => {
  await shop.destroy()
  await database.drop()
})

/** Lists the statements that the one connection of the shop has prepared, apart from this one. */
async function prepared(db: Db): Promise<string[]> {
  const { rows } = await sql<{ statement: string }>`
    select statement from pg_prepared_statements order by prepare_time`.execute(db)
  return rows.map(({ statement }) => statement)
}

test('prepares a statement with parameters from the second time on, once a connection', async () => {
  for (const number of [1, 2, 3]) await sql`select ${number}::int as first`.execute(shop)
  expect(await prepared(shop)).toEqual(['select $1::int as first'])
})

test('does not prepare a search, a long list of values, or a statement without a plan', async () => {
  const many = sql.join(Array.from({ length: 41 }, (_, number) => sql`${number}::int`))
  for (const time of [1, 2, 3]) {
    await sql`select ${time}::int as searched ${plannedEachTime}`.execute(shop)
    await sql`select ${many}`.execute(shop)
    await inTransaction(shop, (tx) => sql`declare many cursor for select ${time}::int`.execute(tx))
  }
  expect((await prepared(shop)).filter((text) => !text.includes('first'))).toEqual([])
})

/** Lets a connection plan a statement that a migration then gives another column. */
async function withOutdatedPlan(
  table: string,
  work: (select: (tx: Db, id: number) => Promise<unknown[]>) => Promise<void>,
) {
  const named = sql.table(table)
  await sql`create table ${named} (id int)`.execute(database.owner)
  await sql`insert into ${named} values (1)`.execute(database.owner)
  await sql`grant select on ${named} to public`.execute(database.owner)
  const select = async (tx: Db, id: number) => (await sql`select * from ${named} where id = ${id}`.execute(tx)).rows
  for (const time of [1, 2, 3]) expect(await select(shop, time)).toHaveLength(time === 1 ? 1 : 0)
  await sql`alter table ${named} add column added int default 2`.execute(database.owner)
  await work(select)
}

test('survives a migration that changes the columns of a prepared statement', async () => {
  await withOutdatedPlan('migrated', async (select) => {
    expect(await select(shop, 1)).toEqual([{ id: 1, added: 2 }])
  })
})

test('repeats a transaction whose prepared statement a migration outdated', async () => {
  await withOutdatedPlan('migrated_in_transaction', async (select) => {
    let attempts = 0
    const found = await inTransaction(shop, (tx) => {
      attempts += 1
      return select(tx, 1)
    })
    expect(found).toEqual([{ id: 1, added: 2 }])
    expect(attempts).toBe(2)
  })
})

test('control: the change of columns fails a statement that was prepared by hand', async () => {
  await withOutdatedPlan('prepared_by_hand', async () => {
    await shop.connection().execute(async (connection) => {
      await sql`prepare by_hand as select * from prepared_by_hand`.execute(connection)
      await sql`execute by_hand`.execute(connection)
      await sql`alter table prepared_by_hand add column later int`.execute(database.owner)
      const error = await sql`execute by_hand`.execute(connection).catch((error: unknown) => error)
      expect(error).toMatchObject({ code: '0A000', routine: 'RevalidateCachedQuery' })
    })
  })
})

test('shares the names of statements among concurrent connections', async () => {
  const { db } = database
  const answers = await race(40, (index) => sql<{ n: number }>`select ${index}::int + 1 as n`.execute(db))
  expect(answers.map(({ rows }) => rows[0]?.n)).toEqual(Array.from({ length: 40 }, (_, index) => index + 1))
})
