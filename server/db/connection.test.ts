import { sql } from 'kysely'
import { Pool } from 'pg'
import { expect, test } from 'vitest'
import { freshDatabase } from '#server/testing/database.ts'
import { connect, isTransientFault } from './connection.ts'
import { endSilentConnections } from './silent-connections.ts'
import { inTransaction } from './transaction.ts'

test('fails the transaction, not the process, when its connection breaks between two statements', async () => {
  const { db, url, drop } = await freshDatabase()
  const errors: Error[] = []
  const shop = connect(url, { max: 1, onBroken: (error) => errors.push(error) })
  const work = inTransaction(shop, async (tx) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
    await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(db)
    await expect.poll(() => errors.length).toBeGreaterThan(0)
    await sql`select 1`.execute(tx)
  })
  expect(isTransientFault(await work.catch((error: unknown) => error))).toBe(true)
  expect((await sql`select 1 as one`.execute(shop)).rows).toEqual([{ one: 1 }])
  await shop.destroy()
  await drop()
})

test.for(['53100', '53200'])('counts a lack of disk or memory as transient: SQLSTATE %s', async (code) => {
  const { db, drop } = await freshDatabase()
  const fails = sql`do $$ begin raise exception 'no space' using errcode = '${sql.raw(code)}'; end $$`.execute(db)
  expect(isTransientFault(await fails.catch((error: unknown) => error))).toBe(true)
  await drop()
})

test('ends a connection on which nothing moves, and opens another one', async () => {
  const { url, drop } = await freshDatabase()
  const pool = new Pool({ connectionString: url, max: 1 })
  pool.on('error', () => undefined)
  endSilentConnections(pool, 300)
  const fault: unknown = await pool.query('select pg_sleep(5)').catch((error: unknown) => error)
  expect(isTransientFault(fault)).toBe(true)
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  await pool.end()
  await drop()
})
