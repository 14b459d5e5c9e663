import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { inTransaction } from '#server/db/transaction.ts'
import { noteOutbox } from '#server/db/outbox.sql.ts'
import { enqueueAccountMail } from '#server/features/mail/mail.sql.ts'
import { openTestShop, type TestShop } from '#server/testing/shop.ts'
import { givenUser } from '#server/testing/test-data.ts'
import { startWorker } from './worker.ts'

type WorkingShop = { shop: TestShop; mail: () => Promise<void>; countMails: () => Promise<number> }

/** Opens a shop that writes its mails into a folder. */
async function openMailingShop(): Promise<WorkingShop> {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-worker-'))
  const shop = await openTestShop({ DATA_DIR: folder })
  onTestFinished(async () => {
    await shop.close()
    await rm(folder, { recursive: true, force: true })
  })
  const to = await givenUser(shop.db)
  return {
    shop,
    mail: () => enqueueAccountMail(shop.db, { template: 'password-changed', to }),
    countMails: async () => (await readdir(join(folder, 'mail')).catch(() => [])).length,
  }
}

/** Counts the mails in the queue, and those among them that are not being sent. */
async function countMailJobs({ owner }: TestShop): Promise<{ all: number; waiting: number }> {
  const { rows } = await sql<{ all: number; waiting: number }>`
    select count(*) as all, count(*) filter (where locked_at is null) as waiting
    from graphile_worker.jobs where task_identifier = 'send-mail'`.execute(owner)
  return rows[0] ?? { all: 0, waiting: 0 }
}

/** Lets PostgreSQL refuse that any job ends, as one that is shutting down does. */
async function refuseEnds({ owner }: TestShop): Promise<() => Promise<void>> {
  await sql`
    create function refuse() returns trigger language plpgsql as
    $$ begin perform pg_sleep(random() * 0.3); raise exception 'the database system is shutting down' using errcode = '57P03'; end $$`.execute(
    owner,
  )
  await sql`
    create trigger refuse before delete on graphile_worker._private_jobs
    for each row execute function refuse()`.execute(owner)
  return async () => {
    await sql`drop function refuse cascade`.execute(owner)
  }
}

test('replaces a runner that never ends, and repeats none of the jobs it has done', { timeout: 60_000 }, async () => {
  const { shop, mail, countMails } = await openMailingShop()
  const worker = await startWorker(shop.context, shop.databaseUrl)
  onTestFinished(worker.stop)
  const acceptEnds = await refuseEnds(shop)
  // Several mails, because the runner ends properly after a single one whose end is refused.
  for (let sent = 0; sent < 6; sent += 1) await mail()
  await expect.poll(countMails, { timeout: 10_000 }).toBeGreaterThanOrEqual(2)
  await acceptEnds()
  await mail()
  await expect.poll(async () => (await countMailJobs(shop)).all, { timeout: 30_000 }).toBe(0)
  expect(await countMails()).toBe(7)
})

test('does other jobs while the mail server is silent', { timeout: 60_000 }, async () => {
  const silent = createServer((socket) => void socket.on('error', () => {}))
  await once(silent.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void silent.close())
  const { port } = silent.address() as AddressInfo
  const shop = await openTestShop({ SMTP_URL: `smtp://127.0.0.1:${port}` })
  onTestFinished(shop.close)
  const to = await givenUser(shop.db)
  // More than a server does at once.
  for (let mail = 0; mail < 8; mail += 1) await enqueueAccountMail(shop.db, { template: 'password-changed', to })
  const worker = await startWorker(shop.context, shop.databaseUrl)
  onTestFinished(worker.stop)
  const count = async (condition: 'running mail' | 'other') => {
    const { rows } = await sql`
      select from graphile_worker.jobs
      where case when ${condition === 'other'} then key = 'other' else locked_at is not null end`.execute(shop.owner)
    return rows.length
  }
  await expect.poll(() => count('running mail'), { timeout: 10_000 }).toBeGreaterThanOrEqual(2)
  await sql`select graphile_worker.add_job('sweep-reservations', job_key => 'other')`.execute(shop.owner)
  await expect.poll(() => count('other'), { timeout: 8_000 }).toBe(0)
})

test('fills the queue up from the outbox, and leaves most mails of a rush there', { timeout: 60_000 }, async () => {
  const { shop, countMails } = await openMailingShop()
  const to = await givenUser(shop.db)
  const worker = await startWorker(shop.context, shop.databaseUrl)
  onTestFinished(worker.stop)
  await inTransaction(shop.db, async (tx) => {
    noteOutbox(tx)
    const mail = JSON.stringify({ template: 'password-changed', to })
    await sql`insert into outbox (task, payload) select 'send-mail', ${mail}::json from generate_series(1, 450)`.execute(
      tx,
    )
  })
  let most = 0
  await expect
    .poll(
      async () => {
        most = Math.max(most, (await countMailJobs(shop)).waiting)
        return countMails()
      },
      { timeout: 50_000, interval: 20 },
    )
    .toBe(450)
  expect(most).toBeGreaterThan(0)
  expect(most).toBeLessThanOrEqual(200)
})
