import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { openTestShop } from '#server/testing/shop.ts'
import { givenProduct, givenUser } from '#server/testing/test-data.ts'
import { AnswerCosts } from './answer-costs.ts'

const BUSY = expect.objectContaining({ code: 'busy' })

function isRefused(costs: AnswerCosts, network: string, now: number): boolean {
  try {
    costs.requireRoom(network, now)
    return false
  } catch (error) {
    expect(error).toEqual(BUSY)
    return true
  }
}

test('refuses a network whose answers cost more than half a second, until a tenth of the time has paid for it', () => {
  const costs = new AnswerCosts()
  for (let answer = 0; answer < 30; answer += 1) costs.add('a', 20, 0)
  expect([isRefused(costs, 'a', 0), isRefused(costs, 'b', 0)]).toEqual([true, false])
  expect([isRefused(costs, 'a', 900), isRefused(costs, 'a', 1_100)]).toEqual([true, false])
  costs.add('a', 20, 1_100)
  expect([isRefused(costs, 'a', 1_100), isRefused(costs, 'a', 1_400)]).toEqual([true, false])
})

test('does not count the answers of ordinary pages', () => {
  const costs = new AnswerCosts()
  for (let answer = 0; answer < 10_000; answer += 1) costs.add('a', 2, 0)
  expect(isRefused(costs, 'a', 0)).toBe(false)
})

test('counts the processor time of work', () => {
  const costs = new AnswerCosts()
  const end = performance.now() + 20_000
  while (!isRefused(costs, 'a', 0) && performance.now() < end) {
    costs.count(['a'], () => JSON.parse(JSON.stringify(Array.from({ length: 50_000 }, (_, index) => ({ index })))))
  }
  expect(isRefused(costs, 'a', 0)).toBe(true)
})

test('refuses an expensive call to one network and one account, and neither to others nor other calls', async () => {
  const shop = await openTestShop()
  onTestFinished(() => shop.close())
  const as = await givenUser(shop.db)
  const other = await givenUser(shop.db)
  const mug = await givenProduct(shop.db)
  const body = { merchandiseProductId: mug, quantity: 1 }
  const line = (await shop.ask('POST', '/merchandise/purchases', { as, body })).json().id
  const userPaymentInfoDto = { firstName: 'Ada', lastName: 'Guest', address: 'Ring 1' }
  const order = { userPaymentInfoDto, paymentType: 'VISA', merchandiseIds: [line] }
  const { id } = (await shop.ask('POST', '/orders', { as, body: order })).json()
  await sql`
    insert into invoice_items (invoice_id, name, quantity, price, vat_percent, use_points, points)
    select invoice_id, name, quantity, price, vat_percent, use_points, points
    from invoice_items cross join generate_series(1, 20000) where invoice_id = ${id}`.execute(shop.owner)
  const read = async (path: string, from: string, by = as) => (await shop.ask('GET', path, { as: by, from })).statusCode
  const end = performance.now() + 60_000
  let status = 200
  while (status === 200 && performance.now() < end) status = await read(`/invoices/${id}`, '192.0.2.1')
  expect(status).toBe(503)
  expect(await read('/carts', '192.0.2.1')).toBe(200)
  expect(await read(`/invoices/${id}`, '192.0.2.1', other)).toBe(503)
  expect(await read(`/invoices/${id}`, '198.51.100.7')).toBe(503)
  expect(await read(`/invoices/${id}`, '198.51.100.7', other)).toBe(404)
})
