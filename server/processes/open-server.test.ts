import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { freePort } from '#server/db/embedded/cluster.ts'
import { readSettings } from '#server/settings/env.ts'
import { openMetrics } from '#server/observability/metrics.ts'
import { freshDatabase } from '#server/testing/database.ts'
import { openServer } from './open-server.ts'

/** A shop to serve, with a database of its own. */
async function givenShop(env: Record<string, string> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-server-'))
  const { db, url, owner, drop } = await freshDatabase()
  onTestFinished(async () => {
    await drop()
    await rm(folder, { recursive: true, force: true })
  })
  const settings = readSettings({ LOG_LEVEL: 'silent', DATA_DIR: folder, PORT: String(await freePort()), ...env })
  return { shop: { settings, db, connectionString: url, metrics: openMetrics(db) }, owner }
}

test('listens at one address of localhost, because limits of connections are those of one server', async () => {
  const { shop } = await givenShop({ HOST: 'localhost' })
  const server = await openServer(shop, new AbortController().signal)
  onTestFinished(() => server.close(AbortSignal.abort()))
  const answers = await Promise.allSettled(
    ['127.0.0.1', '[::1]'].map((host) => fetch(`http://${host}:${shop.settings.PORT}/healthz`)),
  )
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('hands the mails of its last orders to the job queue when it stops', async () => {
  const { shop, owner } = await givenShop()
  const { db } = shop
  const server = await openServer(shop, new AbortController().signal)
  // An order that is placed while the server stops: its jobs have ended, and nothing tells them of the mail.
  await sql`insert into outbox (task, payload) values ('send-mail', '{"order": 1}')`.execute(db)
  await server.close(AbortSignal.abort())
  const { rows } = await sql<{ payload: unknown }>`
    select payload from graphile_worker._private_jobs join graphile_worker._private_tasks as tasks on tasks.id = task_id
    where identifier = 'send-mail'`.execute(owner)
  expect(rows).toEqual([{ payload: { order: 1 } }])
})

test('leaves thousands of mails in the outbox when it stops', async () => {
  const { shop, owner } = await givenShop()
  const server = await openServer(shop, new AbortController().signal)
  await sql`
    insert into outbox (task, payload) select 'send-mail', '{"order": 1}' from generate_series(1, 1000)`.execute(
    shop.db,
  )
  await server.close(AbortSignal.abort())
  const { rows } = await sql`select from graphile_worker._private_jobs where flags ? 'mail'`.execute(owner)
  expect(rows).toHaveLength(200)
})
