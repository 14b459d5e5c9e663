import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { releaseStuckJobs } from '#server/db/jobs.sql.ts'
import { selectQueue } from '#server/observability/figures.sql.ts'
import { openTestShop } from '#server/testing/shop.ts'
import { watchPeriods } from './watch-periods.ts'
import { startWorker } from './worker.ts'

test('runs periodic jobs that a server whose clock was ahead has noted for tomorrow', async () => {
  const shop = await openTestShop()
  onTestFinished(shop.close)
  const task = 'widen-event-times'
  await sql`
    insert into graphile_worker._private_known_crontabs (identifier, known_since, last_execution)
    values (${task}, now() + interval '1 day', now() + interval '1 day')`.execute(shop.owner)
  const add = (payload: object) =>
    sql`select graphile_worker.add_job(${task}, ${JSON.stringify(payload)}::json, run_at => now() + interval '1 day')`.execute(
      shop.owner,
    )
  await add({ _cron: { ts: new Date().toISOString() } })
  await add({})
  const worker = await startWorker(shop.context, shop.databaseUrl)
  onTestFinished(worker.stop)
  const read = async () => {
    const { rows } = await sql<{ waiting: number; ahead: number }>`
      select (select count(*) from graphile_worker.jobs where task_identifier = ${task}) as waiting,
        (select count(*) from graphile_worker._private_known_crontabs where last_execution > now()) as ahead`.execute(
      shop.owner,
    )
    return rows[0]
  }
  // The one that is left is not periodic.
  await expect.poll(read, { timeout: 5_000 }).toEqual({ waiting: 1, ahead: 0 })
})

test('restarts the schedule after the clock of this server was set', async () => {
  const shop = await openTestShop()
  onTestFinished(shop.close)
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const stopping = new AbortController()
  let restarts = 0
  watchPeriods(shop.db, { signal: stopping.signal, restart: () => (restarts += 1), onError: () => undefined })
  vi.advanceTimersByTime(60_000)
  expect(restarts).toBe(0)
  vi.setSystemTime(Date.now() - 3_600_000)
  vi.advanceTimersByTime(60_000)
  expect(restarts).toBe(1)
  stopping.abort()
  vi.setSystemTime(Date.now() + 3_600_000)
  vi.advanceTimersByTime(60_000)
  expect(restarts).toBe(1)
})

test('makes up for the nightly jobs that were missed while no server was running', async () => {
  const shop = await openTestShop()
  onTestFinished(shop.close)
  const nightly = ['anonymise-invoices', 'clear-transfer-addresses', 'delete-unused-accounts']
  await sql`
    insert into graphile_worker._private_known_crontabs (identifier, known_since, last_execution)
    select task, now() - interval '9 days', now() - interval '3 days'
    from unnest(${[...nightly, 'widen-event-times']}::text[]) as task`.execute(shop.owner)
  const worker = await startWorker(shop.context, shop.databaseUrl)
  onTestFinished(worker.stop)
  const read = async () => {
    const text = await shop.context.metrics.text()
    return Array.from(
      text.matchAll(/^foyer_job_runs_total\{task="(.*?)",outcome="(.*?)"\} (.*)$/gm),
      ([, ...run]) => run,
    )
  }
  await expect
    .poll(read, { timeout: 10_000 })
    .toEqual(expect.arrayContaining(nightly.map((task) => [task, 'done', '1'])))
})

test('gives up no periodic job of a dead server that the next one has replaced', async () => {
  const shop = await openTestShop()
  onTestFinished(shop.close)
  const task = 'sweep-payments'
  const becomeDue = () =>
    sql`
      select from graphile_worker.add_job(${task}, '{"_cron": {}}'::json, job_key => ${task}, job_key_mode => 'preserve_run_at')`.execute(
      shop.owner,
    )
  await becomeDue()
  await sql`
    update graphile_worker._private_jobs
    set attempts = 1, locked_by = 'worker-dead', locked_at = now() - interval '1 minute'`.execute(shop.owner)
  await becomeDue()
  const count = async () => (await selectQueue(shop.db)).find((queued) => queued.task === task)
  expect(await count()).toMatchObject({ due: 1, givenUp: 1 })
  await releaseStuckJobs(shop.db)
  expect(await count()).toMatchObject({ due: 1, givenUp: 0 })
})
