import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inTransaction } from '#server/db/transaction.ts'
import { doJobs } from '#server/testing/jobs.ts'
import { openTestShop, type TestShop } from '#server/testing/shop.ts'
import { givenUser } from '#server/testing/test-data.ts'
import { enqueueMail } from './enqueue-mail.sql.ts'
import { enqueueAccountMail } from './mail.sql.ts'
import { enqueueMailsToMany, payloadTo } from './mails-to-many.sql.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

/** Counts the mails in the job queue and in the outbox. */
async function count(): Promise<{ queue: number; outbox: number } | undefined> {
  const { rows } = await sql<{ queue: number; outbox: number }>`
    select (select count(*) from graphile_worker.jobs) as queue, (select count(*) from outbox) as outbox`.execute(
    shop.owner,
  )
  return rows[0]
}

test('keeps mails to many, and those behind a thousand others, out of the queue until there is room', async () => {
  const to = await givenUser(shop.db)
  await inTransaction(shop.db, (tx) =>
    enqueueMailsToMany(
      tx,
      'send-mail',
      sql`
      select ${payloadTo(sql`${to}::int`, { template: 'password-changed' })} from generate_series(1, 3)`,
    ),
  )
  expect(await count()).toEqual({ queue: 0, outbox: 3 })
  await sql`
    select from generate_series(1, 998) as number
    cross join lateral graphile_worker.add_job(
      'send-mail', json_build_object('number', number), flags => array['mail'], run_at => now() + interval '1 day')`.execute(
    shop.owner,
  )
  await enqueueMail(shop.db, 'send-reset-link', { email: 'nobody@foyer.example', network: '' }, { key: 'some key' })
  expect(await count()).toEqual({ queue: 999, outbox: 3 })
  await enqueueAccountMail(shop.db, { template: 'password-changed', to })
  expect(await count()).toEqual({ queue: 1_000, outbox: 3 })
  await enqueueAccountMail(shop.db, { template: 'password-changed', to })
  expect(await count()).toEqual({ queue: 1_000, outbox: 4 })
  for (const key of ['other key', 'other key', 'some key']) {
    await enqueueMail(shop.db, 'send-reset-link', { email: 'nobody@foyer.example', network: '' }, { key })
  }
  expect(await count()).toEqual({ queue: 1_001, outbox: 4 })
  expect(await doJobs(shop)).toHaveLength(5)
  expect(await count()).toEqual({ queue: 998, outbox: 0 })
})
