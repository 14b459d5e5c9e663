import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { UserId } from '#domain/ids.ts'
import { type Random, randomFrom } from '#server/demo/random.ts'
import { openPayingShop, type PayingShop } from '#server/testing/paying-shop.ts'
import { givenShow, givenUser, type Show } from '#server/testing/test-data.ts'

const SALES = 24
const PRICE = 4_550

let shop: PayingShop
let admin: UserId

beforeAll(async () => {
  shop = await openPayingShop()
  admin = await givenUser(shop.db, { isAdmin: true })
})
afterEach(() => shop.endTest())
afterAll(() => shop.close())

const report = async (query = '') =>
  (await shop.ask('GET', `/admin/payments/reconciliation${query}`, { as: admin })).json()

/** Pays for two places, then refunds, disputes or leaves the payment at random. Returns what the shop should keep. */
async function sell(random: Random, show: Show, index: number) {
  const places = { show, places: [show.seatIds[index], show.standingPlaceId] }
  const { ada, id, key, ticketIds } = await shop.givenOpenPayment(places)
  const how = random.pick(['pays', 'pays', 'refunds', 'refunds twice', 'fails to refund', 'wins', 'loses', 'leaves'])
  if (how === 'leaves') return
  await shop.stripe.pay(key)
  await shop.look(ada, id)
  const refund = (ticketId: number | undefined) => shop.ask('PUT', `/tickets/${ticketId}/cancelation`, { as: ada })
  if (how.includes('refund')) {
    await refund(ticketIds[0])
    if (how === 'refunds twice') await refund(ticketIds[1])
    await shop.sendAllRefunds()
    const [sent] = (await shop.ledgerOf(id))?.refunds ?? []
    if (how === 'fails to refund') await shop.stripe.endRefund(sent?.ref ?? '', 'failed')
  }
  if (how === 'wins' || how === 'loses') {
    const amount = random.pick([PRICE, 2 * PRICE])
    await shop.stripe.endDispute(await shop.stripe.dispute(key, { amount }), how === 'wins' ? 'won' : 'lost')
  }
  await shop.ask('POST', `/admin/payments/${id}/look`, { as: admin })
}

test('agrees with the provider on random sales, refunds and disputes, and names what differs', async () => {
  const random = randomFrom('reconciliation')
  const show = await givenShow(shop.db, { seats: SALES, standing: SALES, price: PRICE })
  for (let index = 0; index < SALES; index += 1) await sell(random, show, index)
  await shop.stripe.payOut()
  const agreed = await report()
  const ledger = await shop.stripe.ledger()
  const sumOf = (of: (payment: (typeof ledger)[number]) => number) => ledger.reduce((sum, each) => sum + of(each), 0)
  const lost = sumOf(({ disputes }) =>
    disputes.filter(({ status }) => status === 'lost').reduce((sum, { amount }) => sum + amount, 0),
  )
  expect(agreed).toMatchObject({
    provider: 'stripe',
    differences: [],
    total: {
      charges: sumOf(({ taken }) => taken),
      refunds: -sumOf(({ refunded }) => refunded),
      disputes: -lost,
      difference: 0,
    },
    days: { length: 7 },
  })
  const { charges, refunds, disputes, fees, payouts } = agreed.total
  expect(payouts).toBe(-(charges + refunds + disputes - fees))
  expect(Math.min(charges, -refunds, -disputes, fees)).toBeGreaterThan(0)

  const { rows } = await sql<{ id: number }>`
    update payments set amount = amount + 1
    where id = (select min(id) from payments where state = 'TAKEN') returning id`.execute(shop.owner)
  const tampered = await report()
  expect(tampered.total.difference).toBe(-1)
  expect(tampered.differences).toMatchObject([
    { kind: 'CHARGE', paymentId: rows[0]?.id, provider: 2 * PRICE, shop: 2 * PRICE + 1 },
  ])
  const csv = (await shop.ask('GET', '/admin/payments/reconciliation/movements', { as: admin })).body.split('\r\n')
  expect(
    csv.filter((line) => line.includes(`;CHARGE;`) && line.includes(`;${rows[0]?.id};91,00;91,01;-0,01;`)),
  ).toHaveLength(1)
  await sql`update payments set amount = amount - 1 where id = ${rows[0]?.id}`.execute(shop.owner)
})

test('lists what only the provider has, and what only the shop has', async () => {
  const { ada, id, key } = await shop.givenOpenPayment()
  await shop.stripe.pay(key)
  const unseen = await report()
  expect(unseen.differences).toMatchObject([{ kind: 'CHARGE', paymentId: id, provider: 9_100, shop: null }])
  await shop.look(ada, id)
  expect((await report()).differences).toEqual([])
  const ref = await shop.stripe.refundByHand(key, 100)
  expect((await report()).differences).toMatchObject([
    { kind: 'REFUND', ref, paymentId: id, provider: -100, shop: null },
  ])
  const settled = await shop.givenOpenPayment()
  const body = { reason: 'Seen in the account.' }
  await shop.ask('POST', `/admin/payments/${settled.id}/settle`, { as: admin, body })
  const { differences, total } = await report()
  expect(differences).toMatchObject([{ ref }, { paymentId: settled.id, provider: null, shop: 9_100 }])
  expect(total.difference).toBe(-9_200)
  await shop.stripe.pay(settled.key)
})

test('counts days in the zone of the shop, and refuses a period that is too long', async () => {
  const { days } = await report('?firstDay=2026-03-28&lastDay=2026-03-30')
  expect(days.map(({ day }: { day: string }) => day)).toEqual(['2026-03-28', '2026-03-29', '2026-03-30'])
  const long = await shop.ask('GET', '/admin/payments/reconciliation?firstDay=2026-01-01&lastDay=2026-03-01', {
    as: admin,
  })
  expect([long.statusCode, long.body]).toEqual([422, expect.stringContaining('must not be longer than 31 days')])
})

test('says that the provider is silent', async () => {
  await shop.stripe.setFaults([{ on: 'GET /v1/balance_transactions', when: 'before', what: 503, times: 5 }])
  const silent = await shop.ask('GET', '/admin/payments/reconciliation', { as: admin })
  expect([silent.statusCode, silent.body]).toEqual([
    503,
    'The payment provider did not answer in time. Please try again, or choose fewer days.',
  ])
})
