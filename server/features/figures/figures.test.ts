import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ProductId, UserId } from '#domain/ids.ts'
import { cents } from '#domain/money.ts'
import { shiftClock } from '#server/testing/clock.sql.ts'
import { cartCall } from '#server/testing/cart-call.ts'
import { expectCleanBooks } from '#server/testing/race.ts'
import { openTestShop, type TestShop } from '#server/testing/shop.ts'
import { givenProduct, givenShow, givenUser } from '#server/testing/test-data.ts'
import { sumFinishedDays } from './sum-finished-days.ts'

let shop: TestShop
let admin: UserId

beforeAll(async () => {
  shop = await openTestShop()
  admin = await givenUser(shop.db, { isAdmin: true })
})
afterAll(() => shop.close())

/** Buys a piece of a product as a new customer. */
async function buy(of: TestShop, product: ProductId): Promise<void> {
  const as = await givenUser(of.db)
  const merchandiseIds = [await cartCall(() => of)(as, product, 1)]
  const userPaymentInfoDto = { firstName: 'Ada', lastName: 'Guest', address: 'Ring 1' }
  const body = { ticketIds: [], merchandiseIds, userPaymentInfoDto, paymentType: 'VISA' }
  expect((await of.ask('POST', '/orders', { as, body })).statusCode).toBe(201)
}

test('sums up a day once, two hours after its end, and begins again in another time zone', async () => {
  const other = await openTestShop()
  const zones = ['Pacific/Auckland', 'Pacific/Honolulu']
  const read = async () => {
    const { rows } = await sql<{ zone: string; isToday: boolean; sales: number }>`
      select time_zone as zone, day = (shop_now() at time zone time_zone)::date as "isToday",
        (select sum(sales) from summed_sales) as sales from summed_until`.execute(other.db)
    return rows.map(({ zone, isToday, sales }) => [zone, isToday, Number(sales)])
  }
  const shiftTo = (timeOfDay: string) =>
    sql<{ hours: number }>`
    select extract(epoch from (shop_now() at time zone ${zones[0]})::date + 1 + ${timeOfDay}::time
      - (shop_now() at time zone ${zones[0]})) / 3600 as hours`.execute(other.db)
  const product = await givenProduct(other.db, { price: cents(700) })
  await buy(other, product)
  const { rows: early } = await shiftTo('01:59')
  const { rows: late } = await shiftTo('02:01')

  await shiftClock(other.owner, `${early[0]?.hours} hours`)
  await sumFinishedDays(other.db, String(zones[0]))
  expect(await read()).toEqual([[zones[0], false, 0]])
  await shiftClock(other.owner, `${late[0]?.hours} hours`)
  await Promise.all([1, 2, 3].map(() => sumFinishedDays(other.db, String(zones[0]))))
  expect(await read()).toEqual([[zones[0], true, 700]])
  await expectCleanBooks(other.db)
  await shiftClock(other.owner, `${Number(late[0]?.hours) + 48} hours`)
  await sumFinishedDays(other.db, String(zones[1]))
  expect(await read()).toEqual([[zones[1], true, 700]])
  await expectCleanBooks(other.db)
  await other.close()
})

test('counts all sales of a day that has two midnights, before and after it is summed up', async () => {
  const timeZone = 'Atlantic/Azores'
  const other = await openTestShop({ SHOP_TIME_ZONE: timeZone })
  const product = await givenProduct(other.db, { price: cents(700) })
  const goTo = async (moment: string) => {
    const { rows } = await sql<{ by: string }>`select (${moment}::timestamptz - now())::text as by`.execute(other.db)
    await shiftClock(other.owner, String(rows[0]?.by))
  }
  const buyAt = async (moment: string) => {
    await goTo(moment)
    await buy(other, product)
  }
  const turnovers = async (lastDay: string) => {
    const path = `/admin/figures?firstDay=2027-10-30&lastDay=${lastDay}`
    const { days } = (await other.ask('GET', path, { as: await givenUser(other.db, { isAdmin: true }) })).json()
    return days.map(({ turnover }: { turnover: number }) => turnover)
  }
  await buyAt('2027-10-30T23:30:00Z')
  await buyAt('2027-10-31T00:20:00Z')
  await buyAt('2027-10-31T01:20:00Z')
  await buyAt('2027-10-31T12:00:00Z')
  await buyAt('2027-11-01T12:00:00Z')
  const sold = [700, 2_100, 700]
  expect(await turnovers('2027-11-01')).toEqual(sold)
  await goTo('2027-11-02T12:00:00Z')
  await sumFinishedDays(other.db, timeZone)
  expect(await turnovers('2027-11-02')).toEqual([...sold, 0])
  await expectCleanBooks(other.db)
  await other.close()
})

test('counts all sales, and sums them up anew, after the clock was days ahead while days were summed up', async () => {
  const timeZone = 'Europe/Vienna'
  const other = await openTestShop({ SHOP_TIME_ZONE: timeZone })
  const product = await givenProduct(other.db, { price: cents(700) })
  await shiftClock(other.owner, '3 days')
  await sumFinishedDays(other.db, timeZone)
  await shiftClock(other.owner, '0')
  await buy(other, product)
  const turnover = async () => {
    const path = '/admin/figures?firstDay=2026-11-01&lastDay=2030-12-31'
    const { days } = (await other.ask('GET', path, { as: await givenUser(other.db, { isAdmin: true }) })).json()
    return days.reduce((sum: number, day: { turnover: number }) => sum + day.turnover, 0)
  }
  expect(await turnover()).toBe(700)
  await sumFinishedDays(other.db, timeZone)
  await shiftClock(other.owner, '4 days')
  expect(await turnover()).toBe(700)
  await expectCleanBooks(other.db)
  await other.close()
})

test('counts reserved, held and free places of a show', async () => {
  const show = await givenShow(shop.db, { seats: 3, standing: 5 })
  const as = await givenUser(shop.db)
  const wanted = { eventShowId: show.showId, seatingPlanPlaceIds: [show.seatIds[0]] }
  expect((await shop.ask('POST', '/tickets', { as, body: wanted })).statusCode).toBe(201)
  const hold = { placeIds: [show.seatIds[1]], reason: 'Press' }
  const held = await shop.ask('POST', `/admin/shows/${show.showId}/holds`, { as: admin, body: hold })
  expect(held.statusCode).toBe(201)
  const figures = await shop.ask('GET', `/admin/shows/${show.showId}/figures`, { as: admin })
  const { places, total, days } = figures.json()
  expect(places).toEqual({ sold: 0, reserved: 1, held: 1, free: 6 })
  expect([total.turnover, days]).toEqual([0, []])
})

test('refuses a period that ends before it begins, and one of more than five years', async () => {
  const refused = async (query: string) => {
    const reply = await shop.ask('GET', `/admin/figures?${query}`, { as: admin })
    return [reply.statusCode, reply.body]
  }
  expect(await refused('firstDay=2026-02-02&lastDay=2026-02-01')).toEqual([
    422,
    expect.stringContaining('The last day must not be before the first'),
  ])
  expect(await refused('firstDay=2000-01-01&lastDay=2026-02-01')).toEqual([422, expect.stringContaining('five years')])
  expect(await refused('firstDay=2026-02-30')).toEqual([422, expect.stringContaining('Value is not a valid date')])
})

test('sums more cents than an integer of the database holds', async () => {
  const product = await givenProduct(shop.db, { price: cents(100_000_000), stock: 40, itemsPerCustomer: 40 })
  const userPaymentInfoDto = { firstName: 'Ada', lastName: 'Guest', address: 'Ring 1' }
  for (let order = 0; order < 2; order += 1) {
    const as = await givenUser(shop.db)
    const purchase = { merchandiseProductId: product, quantity: 20, usePoints: false }
    const line = await shop.ask('POST', '/merchandise/purchases', { as, body: purchase })
    const body = { ticketIds: [], merchandiseIds: [line.json().id], userPaymentInfoDto, paymentType: 'VISA' }
    expect((await shop.ask('POST', '/orders', { as, body })).statusCode).toBe(201)
  }
  const figures = await shop.ask('GET', '/admin/figures', { as: admin })
  expect([figures.statusCode, figures.json().total?.sales]).toEqual([200, 4_000_000_000])
})
