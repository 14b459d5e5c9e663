import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { COMPACT_STATE } from '#contract/compact-seating/media-types.ts'
import { openTestShop, type TestShop } from '#server/testing/shop.ts'
import { givenShow, type Show } from '#server/testing/test-data.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

const takenSeats = ({ showId, seatingPlanId }: Show, accept = 'application/json') => {
  const path = `/tickets/reservations?eventShowId=${showId}&seatingPlanId=${seatingPlanId}`
  return shop.ask('GET', path, { headers: { accept } })
}
const countWaitingForLocks = async () => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(shop.db)
  return rows[0]?.count
}

test('reads one list of taken seats at a time, beside the compact form that pages ask for', async () => {
  const shows = await Promise.all(Array.from({ length: 3 }, () => givenShow(shop.db)))
  const asked: Promise<{ statusCode: number }>[] = []
  await shop.owner.transaction().execute(async (tx) => {
    await sql`lock table tickets`.execute(tx)
    asked.push(...shows.map((show) => takenSeats(show)))
    await expect.poll(countWaitingForLocks).toBe(1)
    asked.push(...shows.map((show) => takenSeats(show, COMPACT_STATE)))
    await expect.poll(countWaitingForLocks).toBe(4)
  })
  for (const { statusCode } of await Promise.all(asked)) expect(statusCode).toBe(200)
})
