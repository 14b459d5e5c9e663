import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { PROVIDER_FLAG } from '#server/db/jobs.sql.ts'
import { openPayingShop, type PayingShop } from '#server/testing/paying-shop.ts'
import { givenShow } from '#server/testing/test-data.ts'
import { startWorker } from '#server/jobs/worker.ts'

/** More than a server runs jobs at once. */
const PAYMENTS = 8
/** Less than the time that a job waits for a provider. */
const SOON_MS = 8_000

let shop: PayingShop

beforeAll(async () => {
  shop = await openPayingShop()
})
afterEach(() => shop.endTest())
afterAll(() => shop.close())

/** Looks at payments of a silent provider, then does another job. Returns whether that one was done soon. */
async function isOtherJobDone(flags: readonly string[]): Promise<boolean> {
  const show = await givenShow(shop.db)
  const places = Array.from({ length: PAYMENTS }, () => show.standingPlaceId)
  const ids = []
  for (const place of places) ids.push((await shop.givenOpenPayment({ show, places: [place] })).id)
  await sql`delete from graphile_worker._private_jobs`.execute(shop.owner)
  await shop.stripe.setFaults([{ when: 'before', what: 'silence', times: 1_000 }])
  await sql`
    select graphile_worker.add_job('look-at-payment', payload => json_build_object('paymentId', id), flags => ${flags}::text[])
    from unnest(${ids}::int[]) as id`.execute(shop.owner)
  const countJobs = async (condition: 'locked' | 'other') => {
    const { rows } = await sql<{ id: number }>`
      select id from graphile_worker.jobs
      where case when ${condition === 'locked'} then locked_at is not null else key = 'other' end`.execute(shop.owner)
    return rows.length
  }
  const worker = await startWorker(shop.context, shop.databaseUrl)
  try {
    await expect.poll(() => countJobs('locked'), { timeout: 10_000 }).toBeGreaterThanOrEqual(3)
    await sql`select graphile_worker.add_job('sweep-reservations', job_key => 'other')`.execute(shop.owner)
    const isDone = () => expect.poll(() => countJobs('other'), { timeout: SOON_MS }).toBe(0)
    return await isDone().then(
      () => true,
      () => false,
    )
  } finally {
    await worker.stop()
  }
}

test('does other jobs while a payment provider is silent', { timeout: 60_000 }, async () => {
  expect(await isOtherJobDone([PROVIDER_FLAG])).toBe(true)
})

test('control: jobs of a silent provider without a flag hold up the others', { timeout: 60_000 }, async () => {
  expect(await isOtherJobDone([])).toBe(false)
})
