import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { UserId } from '#domain/ids.ts'
import { shiftClock } from '#server/testing/clock.sql.ts'
import { doJobs } from '#server/testing/jobs.ts'
import { fetchMissedEvents } from './follow-event.ts'
import { followPayment } from './look-at-payment.ts'
import { insertEvent } from './provider-events.sql.ts'
import { sweepPayments } from './sweep-payments.ts'
import { expectCleanBooks } from '#server/testing/race.ts'
import { openPayingShop, type PayingShop } from '#server/testing/paying-shop.ts'
import { provedTest } from '#server/testing/proving.ts'
import { givenProduct, givenShow, givenUser } from '#server/testing/test-data.ts'

let shop: PayingShop

beforeAll(async () => {
  shop = await openPayingShop()
})
afterEach(() => shop.endTest())
afterAll(() => shop.close())

const giveUp = async (as: UserId, id: number) => (await shop.ask('DELETE', `/payments/${id}`, { as })).json()
const ticketsOf = async (as: UserId) => (await shop.ask('GET', '/users/tickets', { as })).json().elements

test('gives up a payment, keeps its places for a while, and starts another', async () => {
  const ada = await givenUser(shop.db, { points: 1_000 })
  const show = await givenShow(shop.db)
  const mug = await givenProduct(shop.db, { price: 1_290, points: 300, stock: 2 })
  const ticketIds = await shop.reserve(ada, show, show.seatIds)
  await sql`update tickets set reserved_until = shop_now() + interval '1 minute' where id = any (${ticketIds})`.execute(
    shop.db,
  )
  const merchandiseIds = [await shop.putInCart(ada, mug, 1), await shop.putInCart(ada, mug, 1, true)]
  const { id } = (await shop.start(ada, { ticketIds, merchandiseIds })).json()
  const product = async () => (await shop.ask('GET', `/merchandise/products/${mug}`)).json()
  expect(await product()).toMatchObject({ stock: 0 })
  expect(await giveUp(ada, id)).toMatchObject({ state: 'CLOSED', invoiceId: null })
  expect(await shop.stripe.pay(await shop.keyOf(id)).catch(() => false)).toBe(false)
  expect(await product()).toMatchObject({ stock: 2 })
  const [ticket] = await ticketsOf(ada)
  expect(ticket.paymentId).toBeUndefined()
  expect(Date.parse(ticket.reservedUntil) - Date.now()).toBeGreaterThan(9 * 60_000)
  const second = (await shop.start(ada, { ticketIds, merchandiseIds })).json()
  expect(second).toMatchObject({ state: 'OPEN' })
  expect(second.id).not.toBe(id)
  await shop.stripe.pay(await shop.keyOf(second.id))
  expect(await shop.look(ada, second.id)).toMatchObject({ state: 'TAKEN', invoiceId: expect.any(Number) })
})

test('asks the provider once, however often a payment is given up at once', async () => {
  const { ada, id } = await shop.givenOpenPayment()
  const before = (await shop.stripe.calls()).length
  await shop.stripe.setFaults([{ when: 'before', what: 'delay', delayMs: 500 }])
  const given = await Promise.all(Array.from({ length: 20 }, () => giveUp(ada, id)))
  expect(new Set(given.map(({ state }) => state))).toEqual(new Set(['CLOSED']))
  expect((await shop.stripe.calls()).slice(before).map(({ path }) => path)).toEqual([
    expect.stringMatching(/\/expire$/),
  ])
})

test('limits the payments that a customer opens at a provider', async () => {
  const { ada, show, ticketIds, id } = await shop.givenOpenPayment()
  let last = id
  for (let opened = 1; opened < 30; opened += 1) {
    await giveUp(ada, last)
    last = (await shop.start(ada, { ticketIds })).json().id
  }
  expect((await shop.start(ada, { ticketIds })).json()).toMatchObject({ id: last })
  await giveUp(ada, last)
  const refused = await shop.start(ada, { ticketIds })
  expect([refused.statusCode, refused.headers['x-problem']]).toEqual([429, 'too_many_requests'])
  const bob = await givenUser(shop.db)
  expect((await shop.start(bob, { ticketIds: await shop.reserve(bob, show, [show.standingPlaceId]) })).statusCode).toBe(
    201,
  )

  await shiftClock(shop.owner, '2 minutes')
  expect((await shop.start(ada, { ticketIds })).statusCode).toBe(201)
}, 60_000)

provedTest('closes a payment when its time is over, and takes money that came at the last moment', async () => {
  const [left, paid] = [await shop.givenOpenPayment(), await shop.givenOpenPayment()]
  await shop.stripe.pay(paid.key)
  await shiftClock(shop.owner, '21 minutes')
  await doJobs(shop)
  await shop.sweep()
  expect(await shop.ledgerOf(left.id)).toMatchObject({ status: 'expired', taken: 0 })
  expect((await shop.ask('GET', `/payments/${left.id}`, { as: left.ada })).json()).toMatchObject({ state: 'CLOSED' })
  expect((await shop.ask('GET', `/payments/${paid.id}`, { as: paid.ada })).json()).toMatchObject({
    state: 'TAKEN',
    invoiceId: expect.any(Number),
  })
})

test('holds the places while the provider is silent, and ends the payment afterwards', async () => {
  const { ada, id, show, key } = await shop.givenOpenPayment()
  await shiftClock(shop.owner, '21 minutes')
  await shop.stripe.setFaults([{ on: 'POST /v1/checkout/sessions', when: 'before', what: 503, times: 100 }])
  await shop.sweep()
  expect((await shop.ask('GET', `/payments/${id}`, { as: ada })).json()).toMatchObject({ state: 'OPEN' })
  const bob = await givenUser(shop.db)
  const body = { eventShowId: show.showId, seatingPlanPlaceIds: [show.seatIds[0]] }
  expect((await shop.ask('POST', '/tickets', { as: bob, body })).statusCode).toBe(409)
  await shop.stripe.setFaults([])
  await shop.stripe.pay(key)
  await shiftClock(shop.owner, '30 minutes')
  await shop.sweep()
  expect((await shop.ask('GET', `/payments/${id}`, { as: ada })).json()).toMatchObject({ state: 'TAKEN' })
})

test('schedules no further look at a payment that was taken while a look at it failed', async () => {
  const { ada, id, key } = await shop.givenOpenPayment()
  await shop.stripe.setFaults([{ on: 'GET /v1/checkout/sessions', when: 'before', what: 'cut', delayMs: 3_000 }])
  const slow = followPayment(shop.context, id, 'job')
  await expect.poll(async () => (await shop.stripe.calls()).at(-1)?.path).toContain('/v1/checkout/sessions/')
  await shop.stripe.pay(key)
  expect(await shop.look(ada, id)).toMatchObject({ state: 'TAKEN' })
  await followPayment(shop.context, id, 'job')
  await slow
  const { rows } = await sql`select state, doubt, next_look_at from payments where id = ${id}`.execute(shop.db)
  expect(rows).toEqual([{ state: 'TAKEN', doubt: null, next_look_at: null }])
  await doJobs(shop)
})

test('asks the provider about a released payment, and tells the customer of late money that goes back', async () => {
  const { ada, id, show, ticketIds, key } = await shop.givenOpenPayment()
  const admin = await givenUser(shop.db, { isAdmin: true })
  await shop.stripe.setFaults([{ when: 'before', what: 503, times: 100 }])
  const body = { reason: 'Stripe gives no answer.' }
  expect((await shop.ask('POST', `/admin/payments/${id}/release`, { as: admin, body })).statusCode).toBe(200)
  for (const ticket of ticketIds) await shop.ask('DELETE', `/tickets/${ticket}`, { as: ada })
  expect(await shop.reserve(await givenUser(shop.db), show, [show.seatIds[0]])).toHaveLength(1)
  await doJobs(shop)
  expect((await shop.ask('POST', `/payments/${id}/look`, { as: ada })).statusCode).toBe(503)
  await shop.stripe.setFaults([])
  await shop.stripe.pay(key)
  expect(await shop.look(ada, id)).toMatchObject({ state: 'TAKEN', invoiceId: null })
  const mails = await doJobs(shop)
  expect(mails.map(({ subject }) => subject)).toEqual(['We are returning your payment of 91.00 €'])
  expect(mails[0]?.paragraphs.join(' ')).toContain(
    'It came too late for your order, which was released by then. The money goes back the way you paid: Visa ending 4242',
  )
  expect(await shop.ledgerOf(id)).toMatchObject({ taken: 9_100, refunded: 9_100 })
  await shop.look(ada, id)
  expect(await doJobs(shop)).toEqual([])
})

test('closes a payment at the provider that is settled by hand, or books the money that came meanwhile', async () => {
  const admin = await givenUser(shop.db, { isAdmin: true })
  const settle = async (id: number) =>
    (await shop.ask('POST', `/admin/payments/${id}/settle`, { as: admin, body: { reason: 'Paid in cash' } })).json()
  const inCash = await shop.givenOpenPayment()
  expect(await settle(inCash.id)).toMatchObject({ state: 'TAKEN', paidBy: null })
  expect(await shop.stripe.pay(inCash.key)).toBe(false)
  expect(await shop.ledgerOf(inCash.id)).toMatchObject({ taken: 0 })
  const online = await shop.givenOpenPayment()
  await shop.stripe.pay(online.key)
  expect(await settle(online.id)).toMatchObject({ state: 'TAKEN', paidBy: 'Visa ending 4242' })
  const unclear = await shop.givenOpenPayment()
  await shop.stripe.setFaults([{ on: '/v1/checkout/sessions', when: 'before', what: 'cut', times: 9 }])
  expect(await settle(unclear.id)).toMatchObject({ state: 'TAKEN' })
})

test('settles no payment by hand on which a bank still works', async () => {
  const admin = await givenUser(shop.db, { isAdmin: true })
  const { id, key } = await shop.givenOpenPayment()
  await shop.stripe.payLater(key)
  const body = { reason: 'Paid in cash' }
  const refused = await shop.ask('POST', `/admin/payments/${id}/settle`, { as: admin, body })
  expect([refused.statusCode, refused.headers['x-problem']]).toEqual([409, 'payment_payable'])
})

test('owes back money that was settled by hand too late, also if the provider refuses to send it', async () => {
  const admin = await givenUser(shop.db, { isAdmin: true })
  const { ada, id, show, ticketIds } = await shop.givenOpenPayment()
  await shop.ask('DELETE', `/payments/${id}`, { as: ada })
  for (const ticketId of ticketIds) await shop.ask('DELETE', `/tickets/${ticketId}`, { as: ada })
  await shop.reserve(await givenUser(shop.db), show, [show.seatIds[0]])
  const ask = (path: string) => shop.ask('POST', `/admin/${path}`, { as: admin, body: { reason: 'Paid in cash' } })
  expect((await ask(`payments/${id}/settle`)).json()).toMatchObject({ state: 'TAKEN', invoiceId: null })
  await doJobs(shop)
  const { needs, refunds } = (await shop.ask('GET', `/admin/payments/${id}`, { as: admin })).json()
  expect(needs).toEqual(['REFUND_FAILED'])
  expect(refunds).toMatchObject([{ reason: 'LATE', state: 'FAILED', amount: 9_100 }])
  await expectCleanBooks(shop.db)

  // The refund has no invoice, so only the order names its recipient.
  expect((await shop.ask('DELETE', '/users', { as: ada })).statusCode).toBe(204)
  await shiftClock(shop.owner, '100 days')
  await sweepPayments(shop.context)
  expect(await nameOfOrder(ada)).toBe('AdaŁukasz')
  expect((await ask(`refunds/${refunds[0].id}/by-hand`)).statusCode).toBe(200)
  await sweepPayments(shop.context)
  expect(await nameOfOrder(ada)).toBe('')
})

async function nameOfOrder(userId: UserId): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    select customer_first_name || customer_last_name as name from pending_orders where user_id = ${userId}`.execute(
    shop.db,
  )
  return rows[0]?.name
}

test('frees the places of a locked customer after the payment was closed', async () => {
  const { ada, id, show } = await shop.givenOpenPayment()
  const admin = await givenUser(shop.db, { isAdmin: true })
  await shop.ask('PATCH', `/users/${ada}/lock`, { as: admin, body: true })
  await doJobs(shop)
  expect(await shop.ledgerOf(id)).toMatchObject({ status: 'expired' })
  const bob = await givenUser(shop.db)
  expect(await shop.reserve(bob, show, [show.seatIds[0]])).toHaveLength(1)
})

test('refuses to delete an account that is paying', async () => {
  const { ada, id } = await shop.givenOpenPayment()
  const refused = await shop.ask('DELETE', '/users', { as: ada })
  expect(refused.statusCode).toBe(409)
  await giveUp(ada, id)
  expect((await shop.ask('DELETE', '/users', { as: ada })).statusCode).toBe(204)
  const { rows } = await sql`
    select customer_first_name || customer_last_name || customer_address as name from pending_orders
    where user_id = ${ada}`.execute(shop.db)
  expect(rows).toEqual([{ name: '' }])
})

test('finds the events of an outage, though a later one has arrived', async () => {
  await fetchMissedEvents(shop.context)
  const { id, key } = await shop.givenOpenPayment()
  await shop.stripe.pay(key)
  await shiftClock(shop.owner, '5 hours')
  const later = { eventId: 'evt_after_the_outage', type: 'refund.created', ref: 'cs_unknown' }
  await insertEvent(shop.db, { ...later, provider: 'stripe' })
  await fetchMissedEvents(shop.context)
  const { rows } = await sql`
    select type from provider_events join payments on provider_ref = payment_ref where payments.id = ${id}`.execute(
    shop.db,
  )
  expect(rows).toEqual([{ type: 'checkout.session.completed' }])
  await doJobs(shop)
})
