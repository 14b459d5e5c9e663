import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Overview } from '#contract/overview.ts'
import type { UserId } from '#domain/ids.ts'
import { openTestShop, type TestShop } from '#server/testing/shop.ts'
import { givenProduct, givenShow, givenUser } from '#server/testing/test-data.ts'

const PAYMENT = { userPaymentInfoDto: { firstName: 'Ada', lastName: 'Guest', address: 'Ring 1' }, paymentType: 'VISA' }

let shop: TestShop
let admin: UserId

beforeAll(async () => {
  shop = await openTestShop({ SHOP_TIME_ZONE: 'Pacific/Auckland' })
  admin = await givenUser(shop.db, { isAdmin: true })
})
afterAll(() => shop.close())

async function overview(): Promise<Overview> {
  return (await shop.ask('GET', '/admin/overview', { as: admin })).json()
}

test('sums up thirty days, with the money of the invoices to the cent', async () => {
  const show = await givenShow(shop.db, { seats: 6, standing: 10, price: 4_555 })
  const [one, two, three, four] = show.seatIds
  for (const [index, places] of [[one, two], [three], [four, show.standingPlaceId]].entries()) {
    const as = await givenUser(shop.db)
    const body = { eventShowId: show.showId, seatingPlanPlaceIds: places }
    const reserved = await shop.ask('POST', '/tickets', { as, body })
    const ticketIds = reserved.json().elements.map(({ id }: { id: number }) => id)
    expect((await shop.ask('POST', '/orders', { as, body: { ...PAYMENT, ticketIds } })).statusCode).toBe(201)
    if (index === 0) await shop.ask('PUT', `/tickets/${ticketIds[0]}/cancelation`, { as })
  }
  const { days } = await overview()
  expect(days).toHaveLength(30)
  expect(days.map(({ day }) => day)).toEqual(days.map(({ day }) => day).toSorted())
  const { rows } = await sql<{ sales: number; refunds: number; today: string }>`
    select sum(total) filter (where invoice_type = 'NORMAL') as sales,
      sum(total) filter (where invoice_type = 'CANCEL') as refunds,
      to_char(shop_now() at time zone 'Pacific/Auckland', 'YYYY-MM-DD') as today from invoices`.execute(shop.db)
  const [sums] = rows
  expect(days.at(-1)).toEqual({ day: sums?.today, tickets: 5, sales: sums?.sales, refunds: sums?.refunds })
  expect(days.slice(0, -1).every(({ tickets, sales, refunds }) => tickets + sales + refunds === 0)).toBe(true)
})

test('counts what waits for an administrator', async () => {
  const before = (await overview()).waiting
  await givenProduct(shop.db, { state: 'PENDING' })
  await sql`select from graphile_worker.add_job('send-mail', max_attempts => 1)`.execute(shop.owner)
  await sql`update graphile_worker._private_jobs set attempts = max_attempts`.execute(shop.owner)
  const { showId } = await givenShow(shop.db)
  await shop.ask('POST', `/admin/shows/${showId}/cancellation`, { as: admin, body: { reason: 'Fire.' } })
  const { waiting } = await overview()
  expect(waiting).toEqual({
    products: before.products + 1,
    failedMails: expect.any(Number),
    cancellations: before.cancellations + 1,
  })
  expect(waiting.failedMails).toBeGreaterThan(before.failedMails)
})
