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

test('hands over all jobs that are due later', async () => {
  await sql`
    insert into outbox (task, payload, run_at)
    select 'send-mail', to_json(number), now() + interval '1 hour' from generate_series(1, 450) as number`.execute(
    shop.db,
  )
  expect(await handOutboxOver(shop.db)).toBe(false)
  expect((await takeQueue()).map(({ payload }) => payload)).toEqual(Array.from({ length: 450 }, (_, at) => at + 1))
})

test('hands over mails of orders although mails that come after them fill the queue', async () => {
  const putMany = (priority: number, count: number) =>
    sql`
      insert into outbox (task, payload, priority)
      select 'send-mail', to_json(${priority}::int), ${priority} from generate_series(1, ${count}::int)`.execute(
      shop.db,
    )
  await putMany(160, 250)
  expect(await handOutboxOver(shop.db)).toBe(true)
  await putMany(150, 10)
  await putMany(3, 1)
  await putMany(0, 1)
  expect(await handOutboxOver(shop.db)).toBe(true)
  const queue = (await takeQueue()).map(({ payload }) => Number(payload))
  expect(queue.filter((priority) => priority === 160)).toHaveLength(200)
  expect(queue.filter((priority) => priority === 150)).toHaveLength(10)
  expect(queue.filter((priority) => priority < 150).toSorted((one, other) => one - other)).toEqual([0, 3])
  await sql`delete from outbox`.execute(shop.db)
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
