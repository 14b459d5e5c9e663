import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { shiftClock } from '#server/testing/clock.sql.ts'
import { doJobs } from '#server/testing/jobs.ts'
import { expectCleanBooks } from '#server/testing/race.ts'
import { openTestShop, type TestShop } from '#server/testing/shop.ts'
import { givenShow, givenUser } from '#server/testing/test-data.ts'
import { enqueue } from './jobs.sql.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

async function sweep(): Promise<void> {
  await enqueue(shop.db, 'sweep-expired', {})
  await doJobs(shop)
}

async function storedKeys(): Promise<string[]> {
  const rows = await shop.db.selectFrom('idempotency_keys').select('key').orderBy('key').execute()
  return rows.map(({ key }) => key)
}

test('deletes all keys older than seven days, however many, and no others', async () => {
  const ada = await givenUser(shop.db)
  const insert = (name: string, count: number, hours: number) =>
    sql`
    insert into idempotency_keys (user_id, key, fingerprint, created_at)
    select ${ada}::int, ${name} || ' ' || n, '', shop_now() - make_interval(hours => ${hours}::int)
    from generate_series(1, ${count}::int) as n`.execute(shop.db)
  await insert('old', 12_345, 169)
  await insert('young', 3, 167)
  await sweep()
  expect(await storedKeys()).toEqual(['young 1', 'young 2', 'young 3'])
  await shop.db.deleteFrom('idempotency_keys').execute()
})

test('repeats orders and refunds after their keys are deleted, and makes reservations anew', async () => {
  const ada = await givenUser(shop.db)
  const show = await givenShow(shop.db, { startsIn: '30 days' })
  const reserve = (key: string) =>
    shop.ask('POST', '/tickets', {
      as: ada,
      body: { eventShowId: show.showId, seatingPlanPlaceIds: [show.standingPlaceId] },
      headers: { 'idempotency-key': key },
    })
  const bought = (await reserve('reserve')).json().elements[0].id as number
  const userPaymentInfoDto = { firstName: 'Ada', lastName: 'Guest', address: 'Ring 1' }
  const order = () =>
    shop.ask('POST', '/orders', {
      as: ada,
      body: { userPaymentInfoDto, paymentType: 'VISA', ticketIds: [bought] },
      headers: { 'idempotency-key': 'order' },
    })
  const refund = () =>
    shop.ask('PUT', `/tickets/${bought}/cancelation`, { as: ada, headers: { 'idempotency-key': 'refund' } })
  const ordered = await order()
  const refunded = await refund()
  expect([ordered.statusCode, refunded.statusCode]).toEqual([201, 200])
  const reserved = await reserve('reserve later')

  await shiftClock(shop.owner, '6 days')
  const reservedAgain = await reserve('reserve')
  expect(reservedAgain.json().elements[0].id).not.toBe(bought)
  await shiftClock(shop.owner, '8 days')
  await sweep()
  // Its work was done a second time, two days ago.
  expect(await storedKeys()).toEqual(['reserve'])
  expect((await reserve('reserve')).json()).toEqual(reservedAgain.json())
  expect((await order()).json()).toEqual(ordered.json())
  expect((await refund()).json()).toEqual(refunded.json())
  const newReservation = await reserve('reserve later')
  expect(newReservation.statusCode).toBe(201)
  expect(newReservation.json().elements[0].id).not.toBe(reserved.json().elements[0].id)
  await expectCleanBooks(shop.db)
})
