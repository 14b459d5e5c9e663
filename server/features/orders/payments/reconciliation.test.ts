import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { UserId } from '#domain/ids.ts'
import { type Random, randomFrom } from '#server/demo/random.ts'
import type { LedgerPayment as MollieLedgerPayment } from '#server/testing/mollie-stand-in/books.ts'
import { type MollieStandIn, startMollieStandIn } from '#server/testing/mollie-stand-in/start.ts'
import { openShopPayingAt } from '#server/testing/paying-shop.ts'
import { provedTest } from '#server/testing/proving.ts'
import type { LedgerPayment as StripeLedgerPayment } from '#server/testing/stripe-stand-in/ledger.ts'
import { startStripeStandIn, type StripeStandIn } from '#server/testing/stripe-stand-in/start.ts'
import { givenShow, givenUser, type Show } from '#server/testing/test-data.ts'

const SALES = 24
const PRICE = 4_550

let mollie: MollieStandIn
let stripe: StripeStandIn
let shop: Awaited<ReturnType<typeof openShopPayingAt<StripeLedgerPayment | MollieLedgerPayment>>>
let admin: UserId

beforeAll(async () => {
  ;[stripe, mollie] = await Promise.all([startStripeStandIn(), startMollieStandIn()])
  const settings = { ...mollie.settings, ...stripe.settings, PAYMENTS: 'stripe,mollie' }
  const ledger = async () => [...(await stripe.ledger()), ...(await mollie.ledger())]
  shop = await openShopPayingAt<StripeLedgerPayment | MollieLedgerPayment>('stripe', { ...stripe, settings, ledger })
  admin = await givenUser(shop.db, { isAdmin: true })
})
afterEach(() => shop.endTest())
afterAll(async () => {
  await shop.close()
  await mollie.stop()
})

async function reports(query = '') {
  const reply = (await shop.ask('GET', `/admin/payments/reconciliation${query}`, { as: admin })).json()
  expect(reply).toMatchObject({ unread: [], reports: [{ provider: 'stripe' }, { provider: 'mollie' }] })
  return reply.reports.map(({ found }: { found: unknown }) => found)
}
const report = async (query = '') => (await reports(query))[0]

const OUTCOMES = ['pays', 'pays', 'refunds', 'refunds twice', 'fails to refund', 'wins', 'loses', 'leaves']

/** Pays for two places, then refunds, disputes or leaves the payment at random. */
async function sell(random: Random, show: Show, index: number) {
  const at = index % 2 === 0 ? 'stripe' : 'mollie'
  const places = { show, places: [show.seatIds[index], show.standingPlaceId], at }
  const { ada, id, key, ticketIds } = await shop.givenOpenPayment(places)
  const how = random.pick(OUTCOMES)
  if (how === 'leaves') return
  await (at === 'stripe' ? stripe : mollie).pay(key)
  await shop.look(ada, id)
  const refund = (ticketId: number | undefined) => shop.ask('PUT', `/tickets/${ticketId}/cancelation`, { as: ada })
  if (how.includes('refund')) {
    await refund(ticketIds[0])
    // Mollie makes the second refund of the same amount an hour later.
    if (how === 'refunds twice' && at === 'stripe') await refund(ticketIds[1])
    await shop.sendAllRefunds()
    const ref = (await shop.ledgerOf(id))?.refunds[0]?.ref ?? ''
    if (how === 'fails to refund') await (at === 'stripe' ? stripe : mollie).endRefund(ref, 'failed')
  }
  const amount = random.pick([PRICE, 2 * PRICE])
  if (how === 'wins' || how === 'loses') await dispute(at, key, { amount, isWon: how === 'wins' })
  await shop.ask('POST', `/admin/payments/${id}/look`, { as: admin })
}

async function dispute(at: string, key: string, { amount, isWon }: { amount: number; isWon: boolean }) {
  if (at === 'stripe') return stripe.endDispute(await stripe.dispute(key, { amount }), isWon ? 'won' : 'lost')
  await mollie.chargeBack(key, amount)
  return isWon ? mollie.reverse(key) : undefined
}

provedTest('agrees with the providers on random sales, refunds and disputes, and names what differs', async () => {
  const random = randomFrom('reconciliation')
  const show = await givenShow(shop.db, { seats: SALES, standing: SALES, price: PRICE })
  for (let index = 0; index < SALES; index += 1) await sell(random, show, index)
  await stripe.payOut()
  await mollie.payOut()
  const ledgers = [
    (await stripe.ledger()).map(({ disputes, ...payment }) => ({
      ...payment,
      lost: disputes.reduce((sum, { amount, status }) => sum + (status === 'lost' ? amount : 0), 0),
    })),
    (await mollie.ledger()).map(({ chargedBack, ...payment }) => ({ ...payment, lost: chargedBack })),
  ]
  for (const [index, agreed] of (await reports()).entries()) {
    const sumOf = (name: 'taken' | 'refunded' | 'lost') =>
      ledgers[index]?.reduce((sum, payment) => sum + payment[name], 0) ?? NaN
    const { charges, refunds, disputes, fees, payouts } = agreed.total
    expect([charges, -refunds, -disputes]).toEqual([sumOf('taken'), sumOf('refunded'), sumOf('lost')])
    expect(agreed).toMatchObject({ differences: [], total: { difference: 0 }, days: { length: 7 } })
    expect(payouts).toBe(-(charges + refunds + disputes - fees))
    expect(Math.min(charges, -refunds, -disputes, fees)).toBeGreaterThan(0)
  }

  const { rows } = await sql<{ id: number }>`
    update payments set amount = amount + 1
    where id = (select min(id) from payments where state = 'TAKEN' and provider = 'stripe') returning id`.execute(
    shop.owner,
  )
  const tampered = await report()
  expect(tampered.total.difference).toBe(-1)
  expect(tampered.differences).toMatchObject([
    { kind: 'CHARGE', paymentId: rows[0]?.id, provider: 2 * PRICE, shop: 2 * PRICE + 1 },
  ])
  const csv = (await shop.ask('GET', '/admin/payments/reconciliation/movements', { as: admin })).body.split('\r\n')
  expect(
    csv.filter((line) => line.includes(`;CHARGE;`) && line.includes(`;${rows[0]?.id};91,00;91,01;-0,01;`)),
  ).toHaveLength(1)
  const countOf = (provider: string) => csv.filter((line) => line.startsWith(provider)).length
  expect(Math.min(countOf('stripe;'), countOf('mollie;'))).toBeGreaterThan(SALES / 2)
  await sql`update payments set amount = amount - 1 where id = ${rows[0]?.id}`.execute(shop.owner)
})

test('lists what only the provider has, and what only the shop has', async () => {
  const { ada, id, key } = await shop.givenOpenPayment()
  await stripe.pay(key)
  const unseen = await report()
  expect(unseen.differences).toMatchObject([{ kind: 'CHARGE', paymentId: id, provider: 9_100, shop: null }])
  await shop.look(ada, id)
  expect((await report()).differences).toEqual([])
  const ref = await stripe.refundByHand(key, 100)
  expect((await report()).differences).toMatchObject([
    { kind: 'REFUND', ref, paymentId: id, provider: -100, shop: null },
  ])
  const settled = await shop.givenOpenPayment()
  const body = { reason: 'Seen in the account.' }
  await shop.ask('POST', `/admin/payments/${settled.id}/settle`, { as: admin, body })
  const { differences, total } = await report()
  expect(differences).toMatchObject([{ ref }, { paymentId: settled.id, provider: null, shop: 9_100 }])
  expect(total.difference).toBe(-9_200)
  await stripe.pay(settled.key)
})

test.each(['stripe', 'mollie'] as const)(
  'agrees on a refund at %s that failed and became smaller since',
  async (at) => {
    const show = await givenShow(shop.db, { price: 4_550 })
    const { ada, id, key, ticketIds } = await shop.givenOpenPayment({ show, places: [show.seatIds[0]], at })
    const provider = at === 'stripe' ? stripe : mollie
    await provider.pay(key)
    await shop.look(ada, id)
    await shop.ask('PUT', `/tickets/${ticketIds[0]}/cancelation`, { as: ada })
    await shop.sendAllRefunds()
    await provider.endRefund((await shop.ledgerOf(id))?.refunds[0]?.ref ?? '', 'failed')
    await dispute(at, key, { amount: 2_000, isWon: false })
    const path = `/admin/payments/${id}`
    const { disputes } = (await shop.ask('POST', `${path}/look`, { as: admin })).json()
    const body = { ref: disputes[0].ref, reason: 'A part', itemIds: [], refundIds: [] }
    const { refunds } = (await shop.ask('POST', `${path}/lost-dispute`, { as: admin, body })).json()
    expect(refunds).toMatchObject([
      { state: 'FAILED', amount: 2_550 },
      { state: 'BY_HAND', amount: 2_000 },
    ])
    const differences = (await reports()).flatMap(
      (found: { differences: { paymentId: number }[] }) => found.differences,
    )
    expect(differences.filter(({ paymentId }: { paymentId: number }) => paymentId === id)).toEqual([])
  },
)

test('agrees on a failed refund that two lost disputes paid together', async () => {
  const show = await givenShow(shop.db, { seats: 2, price: 4_550 })
  const { ada, id, key, ticketIds } = await shop.givenOpenPayment({ show, places: show.seatIds, at: 'mollie' })
  await mollie.pay(key)
  await shop.look(ada, id)
  await shop.ask('PUT', `/tickets/${ticketIds[0]}/cancelation`, { as: ada })
  await shop.sendAllRefunds()
  await mollie.endRefund((await shop.ledgerOf(id))?.refunds[0]?.ref ?? '', 'failed')
  const path = `/admin/payments/${id}`
  for (const amount of [1_000, 8_100]) {
    await dispute('mollie', key, { amount, isWon: false })
    const { disputes } = (await shop.ask('POST', `${path}/look`, { as: admin })).json()
    const ref = disputes.find((lost: { amount: number }) => lost.amount === amount).ref
    const body = { ref, reason: 'A part', itemIds: [], refundIds: [] }
    await shop.ask('POST', `${path}/lost-dispute`, { as: admin, body })
  }
  const { refunds } = (await shop.ask('GET', path, { as: admin })).json()
  expect(refunds.map(({ state, amount }: { state: string; amount: number }) => [state, amount])).toEqual([
    ['BY_HAND', 1_000],
    ['BY_HAND', 3_550],
  ])
  const { differences } = (await reports())[1]
  expect(differences.filter(({ paymentId }: { paymentId: number }) => paymentId === id)).toEqual([])
})

test('counts days in the zone of the shop, and refuses a period that is too long', async () => {
  const { days } = await report('?firstDay=2026-03-28&lastDay=2026-03-30')
  expect(days.map(({ day }: { day: string }) => day)).toEqual(['2026-03-28', '2026-03-29', '2026-03-30'])
  const long = await shop.ask('GET', '/admin/payments/reconciliation?firstDay=2026-01-01&lastDay=2026-03-01', {
    as: admin,
  })
  expect([long.statusCode, long.body]).toEqual([422, expect.stringContaining('must not be longer than 31 days')])
})

test('names what differs at Mollie by the reference of the payment', async () => {
  const show = await givenShow(shop.db, { price: 4_550 })
  const { ada, id, key } = await shop.givenOpenPayment({ show, places: [show.seatIds[0]], at: 'mollie' })
  await mollie.pay(key)
  expect((await reports())[1].differences).toMatchObject([
    { kind: 'CHARGE', paymentId: id, provider: 4_550, shop: null },
  ])
  await shop.look(ada, id)
  const ref = await mollie.refundByHand(key, 100)
  expect((await reports())[1].differences).toMatchObject([
    { kind: 'REFUND', ref, paymentId: id, provider: -100, shop: null },
  ])
})

test('compares the others while a provider is silent, and says so', async () => {
  await stripe.setFaults([{ on: 'GET /v1/balance_transactions', when: 'before', what: 503, times: 5 }])
  const [atStripe, atMollie] = await reports()
  expect([atStripe, atMollie.total.charges]).toEqual([null, expect.any(Number)])
  const loggedExports = async () => (await shop.ask('GET', '/admin/log?kind=EXPORT', { as: admin })).json()
  const before = (await loggedExports()).total
  const silent = await shop.ask('GET', '/admin/payments/reconciliation/movements', { as: admin })
  expect([silent.statusCode, silent.body]).toEqual([
    503,
    'The payment provider did not answer in time. Please try again, or choose fewer days.',
  ])
  expect((await loggedExports()).total, 'a refused export').toBe(before)
})
