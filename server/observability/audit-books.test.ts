import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { givenInvoice } from '#server/testing/given-sales.ts'
import { doJobs } from '#server/testing/jobs.ts'
import { openTestShop, type TestShop } from '#server/testing/shop.ts'
import { givenUser } from '#server/testing/test-data.ts'
import { selectViolations } from '#server/db/audit.sql.ts'
import { auditBooks } from './audit-books.ts'
import { databaseFigures } from './database-figures.ts'
import { selectLastAudit, upsertLastAudit } from './figures.sql.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

async function audit(): Promise<string[]> {
  const reports: string[] = []
  await auditBooks(shop.db, (text) => reports.push(text))
  return reports
}

test('keeps the result of an audit for the metrics of all servers', async () => {
  expect(await selectLastAudit(shop.db)).toBeUndefined()
  expect(await audit()).toEqual([])
  const last = await selectLastAudit(shop.db)
  expect(last).toMatchObject({ violations: 0 })
  expect(Math.abs((last?.at ?? 0) - Date.now() / 1_000)).toBeLessThan(60)
})

test('reports violations, and counts them', async () => {
  await upsertLastAudit(shop.db, { at: 0, seconds: 0, violations: 0 })
  const userId = await givenUser(shop.db)
  await sql`insert into points_entries (user_id, points, counts_from, reason) values (${userId}, -5, now(), 'GIFT')`.execute(
    shop.db,
  )
  expect(await audit()).toEqual([
    expect.stringMatching(/^The audit found 1 violations, .* never negative \(user \d+: -5\)/),
  ])
  expect(await selectLastAudit(shop.db)).toMatchObject({ violations: 1 })
})

test('skips an audit soon after an expensive one', async () => {
  const expensive = { at: Date.now() / 1_000 - 60, seconds: 10, violations: 0 }
  await upsertLastAudit(shop.db, expensive)
  expect(await audit()).toEqual([])
  expect(await selectLastAudit(shop.db)).toEqual(expensive)
})

test('audits although the last one is of a time to come, as by a clock that was ahead', async () => {
  await upsertLastAudit(shop.db, { at: Date.now() / 1_000 + 86_400, seconds: 1, violations: 0 })
  await audit()
  expect((await selectLastAudit(shop.db))?.at).toBeLessThan(Date.now() / 1_000 + 60)
})

test('shows the jobs that are due, later and given up, and the age of the oldest', async () => {
  await doJobs(shop)
  await givenInvoice(shop.owner, await givenUser(shop.db))
  await sql`
    select graphile_worker.add_job('send-mail', run_at => now() - interval '90 seconds'),
      graphile_worker.add_job('send-mail'),
      graphile_worker.add_job('send-mail', run_at => now() + interval '1 hour')`.execute(shop.db)
  await sql`
    select graphile_worker.permanently_fail_jobs(array[(graphile_worker.add_job('sweep-expired')).id], 'x')`.execute(
    shop.db,
  )
  const figures = await databaseFigures(shop.db)()
  const mails = figures?.queue.find(({ task }) => task === 'send-mail')
  expect(mails).toMatchObject({ due: 2, later: 1, givenUp: 0 })
  expect(mails?.oldestSeconds).toBeGreaterThanOrEqual(90)
  expect(mails?.oldestSeconds).toBeLessThan(150)
  expect(figures?.queue.find(({ task }) => task === 'sweep-expired')).toMatchObject({
    due: 0,
    givenUp: 1,
    oldestSeconds: 0,
  })
})

test('asks the database once in an interval, however often it is read', async () => {
  const read = databaseFigures(shop.db, { cacheMs: 200 })
  const first = read()
  expect(read()).toBe(first)
  await expect.poll(() => read() !== first).toBe(true)
})

test('gives an audit a minute, more than other statements', async () => {
  await sql`
    create or replace view audit_violations as
    select 'limit' as rule, current_setting('statement_timeout') as detail`.execute(shop.owner)
  expect(await selectViolations(shop.db)).toEqual([{ rule: 'limit', detail: '1min' }])
})
