import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { freshDatabase } from '#server/testing/database.ts'
import { connect, isPassingFault } from './connection.ts'
import { inTransaction } from './transaction.ts'

test('a connection that breaks between two statements of a transaction ends that transaction, not the process', async () => {
  const { db, url, drop } = await freshDatabase()
  const heard: Error[] = []
  const shop = connect(url, { max: 1, onBroken: (error) => heard.push(error) })
  const work = inTransaction(shop, async (tx) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
    await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(db)
    await expect.poll(() => heard.length).toBeGreaterThan(0)
    await sql`select 1`.execute(tx)
  })
  expect(isPassingFault(await work.catch((error: unknown) => error))).toBe(true)
  expect((await sql`select 1 as one`.execute(shop)).rows).toEqual([{ one: 1 }])
  await shop.destroy()
  await drop()
})
