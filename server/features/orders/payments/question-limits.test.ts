import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PaymentId, UserId } from '#domain/ids.ts'
import { shiftClock } from '#server/testing/clock.sql.ts'
import { openPayingShop, type PayingShop } from '#server/testing/paying-shop.ts'

let shop: PayingShop

beforeAll(async () => {
  shop = await openPayingShop()
})
afterAll(() => shop.close())

/** Looks at a payment as if the last look were two seconds ago. */
async function look({ ada, id }: { ada: UserId; id: PaymentId }, remoteAddress: string): Promise<void> {
  await sql`update payments set asked_at = null where id = ${id}`.execute(shop.owner)
  const headers = { authorization: `Bearer ${await shop.tokenOf(ada)}` }
  const reply = await shop.app.inject({ method: 'POST', url: `/api/v1/payments/${id}/look`, headers, remoteAddress })
  expect([reply.statusCode, reply.json().state]).toEqual([200, 'OPEN'])
}

test.for([
  ['a customer', { limit: 40, payments: 1, networks: 3 }],
  ['a client network', { limit: 60, payments: 3, networks: 1 }],
] as const)('limits how often %s has the provider asked, and answers nevertheless', async ([, given]) => {
  const opened = await Promise.all(Array.from({ length: given.payments }, () => shop.givenOpenPayment()))
  const countCalls = async () => (await shop.stripe.calls()).length
  const before = await countCalls()
  for (let count = 0; count < 2 * given.limit; count += 1) {
    const payment = opened[count % given.payments]
    if (payment) await look(payment, `198.51.${given.limit}.${count % given.networks}`)
  }
  const asked = (await countCalls()) - before
  expect(asked).toBeGreaterThanOrEqual(given.limit)
  expect(asked).toBeLessThan(2 * given.limit)
})

test('asks again when the clock of the database was ahead, and is right again', async () => {
  const payment = await shop.givenOpenPayment()
  const countCalls = async () => (await shop.stripe.calls()).length
  await shiftClock(shop.owner, '5 minutes')
  await look(payment, '198.51.100.77')
  await shiftClock(shop.owner, '0')
  const before = await countCalls()
  await look(payment, '198.51.100.77')
  expect((await countCalls()) - before).toBe(1)
})
