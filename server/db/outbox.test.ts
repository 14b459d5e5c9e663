import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestShop, type TestShop } from '#server/testing/shop.ts'
import { handOutboxOver, noteOutbox, onOutboxFilled } from './outbox.sql.ts'
import { inTransaction } from './transaction.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

type Put = { payload: object; key?: string }

function put(...jobs: readonly Put[]): Promise<void> {
  return inTransaction(shop.db, async (tx) => {
    noteOutbox(tx)
    for (const { payload, key = null } of jobs) {
      await sql`insert into outbox (task, payload, job_key) values ('send-mail', ${JSON.stringify(payload)}::json, ${key})`.execute(
        tx,
      )
    }
  })
}

async function takeQueue(): Promise<{ task: string; payload: unknown; key: string | null }[]> {
  const { rows } = await sql<{ task: string; payload: unknown; key: string | null }>`
    with gone as (delete from graphile_worker._private_jobs returning id, task_id, payload, key)
    select identifier as task, payload, gone.key from gone
    join graphile_worker._private_tasks as tasks on tasks.id = task_id order by gone.id`.execute(shop.owner)
  return rows
}

test('hands jobs over in their order, once, and extends waiting ones with the same key', async () => {
  await takeQueue()
  await put({ payload: [1] }, { payload: [2], key: 'merged' }, { payload: [3] })
  await put({ payload: [4], key: 'merged' }, { payload: [5] }, { payload: [6, 7], key: 'merged' })
  await Promise.all([handOutboxOver(shop.db), handOutboxOver(shop.db)])
  const queue = await takeQueue()
  expect(queue.filter(({ key }) => key === null).map(({ payload }) => payload)).toEqual([[1], [3], [5]])
  expect(queue.filter(({ key }) => key !== null)).toEqual([{ task: 'send-mail', payload: [2, 4, 6, 7], key: 'merged' }])
  await put({ payload: [8], key: 'merged' })
  await handOutboxOver(shop.db)
  await put({ payload: [9], key: 'merged' })
  await handOutboxOver(shop.db)
  expect(await takeQueue()).toEqual([{ task: 'send-mail', payload: [8, 9], key: 'merged' }])
})

test('hands over more jobs than fit into one statement', async () => {
  await sql`
    insert into outbox (task, payload) select 'send-mail', to_json(number) from generate_series(1, 1200) as number`.execute(
    shop.db,
  )
  await handOutboxOver(shop.db)
  expect((await takeQueue()).map(({ payload }) => payload)).toEqual(Array.from({ length: 1200 }, (_, at) => at + 1))
})

test('leaves in the outbox what finds no room in the queue, and hands over first what has the lowest priority', async () => {
  await sql`
    insert into outbox (task, payload, priority)
    select 'send-mail', to_json(number), number % 2 from generate_series(1, 10) as number`.execute(shop.db)
  expect(await handOutboxOver(shop.db, { most: 3 })).toBe(true)
  expect(await handOutboxOver(shop.db, { most: 3 })).toBe(true)
  await sql`
    update graphile_worker._private_jobs set run_at = now() + interval '1 hour' where payload::text = '2'`.execute(
    shop.owner,
  )
  expect(await handOutboxOver(shop.db, { most: 3 })).toBe(true)
  expect((await takeQueue()).map(({ payload }) => payload)).toEqual([2, 4, 6, 8])
  expect(await handOutboxOver(shop.db, { most: 100 })).toBe(false)
  expect((await takeQueue()).map(({ payload }) => payload)).toEqual([1, 3, 5, 7, 9, 10])
})

test('tells the listener after the commit, and never after a rollback', async () => {
  let times = 0
  onOutboxFilled(shop.db, () => {
    times += 1
  })
  await put({ payload: [1] })
  expect(times).toBe(1)
  const failing = inTransaction(shop.db, (tx) => {
    noteOutbox(tx)
    return Promise.reject(new Error('rolled back'))
  })
  await expect(failing).rejects.toThrow('rolled back')
  expect(times).toBe(1)
})
