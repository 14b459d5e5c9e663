import { Agent, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { PaymentId } from '#domain/ids.ts'
import { shiftClock } from '#server/testing/clock.sql.ts'
import { countWaiting } from '#server/testing/connections.sql.ts'
import { doJobs } from '#server/testing/jobs.ts'
import { type MollieStandIn, startMollieStandIn } from '#server/testing/mollie-stand-in/start.ts'
import { openShopPayingAt } from '#server/testing/paying-shop.ts'
import { givenShow, givenUser } from '#server/testing/test-data.ts'
import { fetchMissedEvents } from './follow-event.ts'

let mollie: MollieStandIn
let shop: Awaited<ReturnType<typeof openShopPayingAt<Awaited<ReturnType<MollieStandIn['ledger']>>[number]>>>

beforeAll(async () => {
  mollie = await startMollieStandIn()
  shop = await openShopPayingAt('mollie', mollie)
})
afterEach(async () => {
  await mollie.set({ clockAheadMs: 0, newAreCancelable: true })
  await shop.endTest()
})
afterAll(() => shop.close())

const paymentOf = async ({ ada, id }: { ada: Parameters<typeof shop.look>[0]; id: PaymentId }) =>
  (await shop.ask('GET', `/payments/${id}`, { as: ada })).json()
const refOf = async (id: PaymentId) => (await shop.ledgerOf(id))?.ref ?? ''

/** Calls the webhook as Mollie does. */
async function hint(ref: string): Promise<number> {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const url = '/api/v1/payments/mollie/events'
  return (await shop.app.inject({ method: 'POST', url, headers, payload: `id=${ref}` })).statusCode
}

const countHintedLooks = async () =>
  (await sql`select from graphile_worker.jobs where key like 'hinted-look %'`.execute(shop.owner)).rows.length
const countLooks = async (ref: string) =>
  (await mollie.calls()).filter(({ method, path }) => method === 'GET' && path.endsWith(ref)).length

/** Lets the looks that wait begin now, and does them. */
async function doHintedLooks(): Promise<void> {
  await sql`
    update graphile_worker._private_jobs set run_at = now() where key like 'hinted-look %'`.execute(shop.owner)
  await doJobs(shop)
}

test('writes the invoice when the webhook names a payment that was taken', async () => {
  const payment = await shop.givenOpenPayment()
  expect(await paymentOf(payment)).toMatchObject({ state: 'OPEN', redirectUrl: expect.stringContaining(mollie.url) })
  await mollie.pay(payment.key)
  expect(await hint(await refOf(payment.id))).toBe(200)
  await doHintedLooks()
  const { state, invoiceId } = await paymentOf(payment)
  expect(state).toBe('TAKEN')
  const { rows } = await sql`
    select cause from payment_steps where payment_id = ${payment.id} and to_state = 'TAKEN'`.execute(shop.db)
  expect(rows).toEqual([{ cause: 'webhook' }])
  const invoice = (await shop.ask('GET', `/invoices/${invoiceId}`, { as: payment.ada })).json()
  expect(invoice).toMatchObject({ total: 9_100, paymentType: 'VISA', paidBy: 'Visa ending 4242 (test payment)' })
})

test('asks the provider once in a while, however often a customer gives up a payment that stays open', async () => {
  await mollie.set({ newAreCancelable: false })
  const { ada, id } = await shop.givenOpenPayment()
  const before = (await mollie.calls()).length
  for (let count = 0; count < 5; count += 1) {
    const given = await shop.ask('DELETE', `/payments/${id}`, { as: ada })
    expect([given.statusCode, given.json().state]).toEqual([200, 'OPEN'])
  }
  const methods = (await mollie.calls()).slice(before).map(({ method }) => method)
  expect(methods).toEqual(['DELETE', 'GET'])
})

describe('webhooks, which anybody can call,', () => {
  test('leave most connections to other networks, however many come', async () => {
    await shop.app.listen({ host: '127.0.0.1', port: 0 })
    const { port } = shop.app.server.address() as AddressInfo
    const agent = new Agent({ keepAlive: false, maxSockets: Infinity })
    const send = (localAddress: string, method: string, path: string, body?: string) =>
      new Promise<number | undefined>((resolve, reject) => {
        const sent = request({
          host: '127.0.0.1',
          port,
          localAddress,
          method,
          path: `/api/v1${path}`,
          agent,
          timeout: 4_000,
        })
        sent.once('response', (answer) => resolve(answer.resume().statusCode)).once('error', reject)
        sent.end(body)
      })
    await shop.owner.transaction().execute(async (tx) => {
      await sql`lock table payments`.execute(tx)
      let answered = 0
      const events = Array.from({ length: 60 }, () =>
        send('127.0.0.2', 'POST', '/payments/mollie/events', 'id=tr_1').finally(() => (answered += 1)),
      )
      void Promise.allSettled(events)
      await expect.poll(() => countWaiting(shop.db), { timeout: 30_000 }).toBeGreaterThan(0)
      await wait(300)
      expect([await send('127.0.0.3', 'GET', '/artists'), answered]).toEqual([200, 0])
    })
  })

  test('leave no trace of unknown payments, and ask nothing', async () => {
    const before = (await mollie.calls()).length
    for (const ref of ['tr_unknown', '', 'D-1', "tr_'--"]) expect(await hint(ref)).toBe(200)
    expect(await countHintedLooks()).toBe(0)
    expect((await mollie.calls()).length).toBe(before)
    const { rows } = await sql`select from provider_events`.execute(shop.db)
    expect(rows).toHaveLength(0)
  })

  test('each lead to a look that begins later, but do not pile up or put it off', async () => {
    const { id } = await shop.givenOpenPayment()
    const ref = await refOf(id)
    const dueAt = async () =>
      (await sql`select run_at from graphile_worker.jobs where key = ${`hinted-look ${id}`}`.execute(shop.owner)).rows
    await hint(ref)
    const [first] = await dueAt()
    await Promise.all(Array.from({ length: 30 }, () => hint(ref)))
    expect(await dueAt()).toEqual([first])
    const before = await countLooks(ref)
    await mollie.setFaults([{ on: 'GET', when: 'before', what: 'delay', delayMs: 1_500 }])
    const looking = doHintedLooks()
    await expect.poll(() => countLooks(ref), { timeout: 20_000 }).toBe(before + 1)
    await Promise.all([hint(ref), hint(ref)])
    await looking
    expect(await countHintedLooks()).toBe(1)
    await doHintedLooks()
    expect(await countLooks(ref)).toBe(before + 2)
  })
})

test('opens once over a cut answer, silence and a bad gateway', async () => {
  const ada = await givenUser(shop.db)
  const show = await givenShow(shop.db)
  const ticketIds = await shop.reserve(ada, show, show.seatIds)
  const before = (await mollie.ledger()).length
  for (const what of ['cut', 502] as const) {
    await mollie.setFaults([{ on: 'POST /v2/payments', when: 'after', what }])
    expect((await shop.start(ada, { ticketIds })).statusCode).toBe(503)
  }
  expect((await shop.start(ada, { ticketIds })).json()).toMatchObject({ state: 'OPEN' })
  expect(await mollie.ledger()).toHaveLength(before + 1)
})

test('does not open a payment whose key Mollie has forgotten', async () => {
  const ada = await givenUser(shop.db)
  const show = await givenShow(shop.db)
  const ticketIds = await shop.reserve(ada, show, show.seatIds)
  const before = (await mollie.ledger()).length
  await mollie.setFaults([{ on: 'POST /v2/payments', when: 'after', what: 'cut' }])
  expect((await shop.start(ada, { ticketIds })).statusCode).toBe(503)
  await shiftClock(shop.owner, '61 minutes')
  await mollie.set({ clockAheadMs: 61 * 60_000 })
  expect((await shop.start(ada, { ticketIds })).json()).toMatchObject({ state: 'CLOSED', redirectUrl: null })
  expect(await mollie.ledger()).toHaveLength(before + 1)
  expect((await shop.start(ada, { ticketIds })).json()).toMatchObject({ state: 'OPEN' })
})

test('holds the places of a payment that Mollie does not cancel until it expires', async () => {
  await mollie.set({ newAreCancelable: false })
  const payment = await shop.givenOpenPayment()
  const givenUp = await shop.ask('DELETE', `/payments/${payment.id}`, { as: payment.ada })
  expect(givenUp.json()).toMatchObject({ state: 'OPEN' })
  await shiftClock(shop.owner, '21 minutes')
  await shop.sweep()
  expect(await paymentOf(payment)).toMatchObject({ state: 'OPEN' })
  const grace = await givenUser(shop.db)
  const body = { eventShowId: payment.show.showId, seatingPlanPlaceIds: [payment.show.seatIds[0]] }
  expect((await shop.ask('POST', '/tickets', { as: grace, body })).statusCode).toBe(409)
  await mollie.set({ clockAheadMs: 16 * 60_000 })
  await shiftClock(shop.owner, '30 minutes')
  await shop.sweep()
  expect(await paymentOf(payment)).toMatchObject({ state: 'CLOSED' })
})

test('settles no payment by hand that Mollie does not cancel, until it expires', async () => {
  await mollie.set({ newAreCancelable: false })
  const { id, key } = await shop.givenOpenPayment()
  const admin = await givenUser(shop.db, { isAdmin: true })
  const body = { reason: 'Paid in cash' }
  const settle = () => shop.ask('POST', `/admin/payments/${id}/settle`, { as: admin, body })
  const refused = await settle()
  expect([refused.statusCode, refused.headers['x-problem']]).toEqual([409, 'payment_payable'])
  await mollie.expire(key)
  expect((await settle()).json()).toMatchObject({ state: 'TAKEN' })
})

test('gives up a payment that Mollie cancels, over an answer that got lost', async () => {
  const payment = await shop.givenOpenPayment()
  await mollie.setFaults([{ on: 'DELETE', when: 'after', what: 'cut' }])
  const path = `/payments/${payment.id}`
  expect((await shop.ask('DELETE', path, { as: payment.ada })).statusCode).toBe(503)
  expect((await shop.ask('DELETE', path, { as: payment.ada })).json()).toMatchObject({ state: 'CLOSED' })
  expect(await shop.ledgerOf(payment.id)).toMatchObject({ status: 'canceled', taken: 0 })
})

test('refunds two tickets of one price, an hour apart, once each over faults', async () => {
  const { ada, ticketIds, id, key } = await shop.givenOpenPayment()
  await mollie.pay(key)
  await shop.look(ada, id)
  await mollie.setFaults([{ on: 'POST', when: 'after', what: 'cut' }])
  for (const ticketId of ticketIds) {
    expect((await shop.ask('PUT', `/tickets/${ticketId}/cancelation`, { as: ada })).statusCode).toBe(200)
  }
  await doJobs(shop)
  await shiftClock(shop.owner, '10 minutes')
  await shop.sweep()
  expect(await shop.ledgerOf(id)).toMatchObject({ taken: 9_100, refunded: 4_550 })
  const states = async () => (await sql`select state from refunds where payment_id = ${id}`.execute(shop.db)).rows
  expect(await states()).toContainEqual({ state: 'DUE' })
  await mollie.set({ clockAheadMs: 61 * 60_000 })
  await shop.sendAllRefunds()
  expect(await states()).toEqual([{ state: 'DONE' }, { state: 'DONE' }])
  expect(await shop.ledgerOf(id)).toMatchObject({ refunded: 9_100, refunds: [{ amount: 4_550 }, { amount: 4_550 }] })
})

test('learns of chargebacks and their reversal without a webhook', async () => {
  const { ada, id, key, ticketIds } = await shop.givenOpenPayment()
  await mollie.pay(key)
  await shop.look(ada, id)
  const disputes = async () => (await sql`select state from disputes where payment_id = ${id}`.execute(shop.db)).rows
  const fetchEvents = async () => {
    await fetchMissedEvents(shop.context)
    await doJobs(shop)
  }
  await mollie.chargeBack(key, 4_550)
  await fetchEvents()
  expect(await disputes()).toEqual([{ state: 'LOST' }])
  const refused = await shop.ask('PUT', `/tickets/${ticketIds[0]}/cancelation`, { as: ada })
  expect(refused.statusCode).toBe(409)
  await mollie.reverse(key)
  await fetchEvents()
  expect(await disputes()).toEqual([{ state: 'WON' }])
})
