import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { PaymentId, UserId } from '#domain/ids.ts'
import { readSettings } from '#server/env.ts'
import { providersOf } from '#server/gateways/payments/providers-of.ts'
import { shiftClock } from '#server/testing/clock.sql.ts'
import { doJobs } from '#server/testing/jobs.ts'
import { expectCleanBooks } from '#server/testing/race.ts'
import { openTestShop, type TestShop } from '#server/testing/shop.ts'
import { startStripeStandIn, type StripeStandIn } from '#server/testing/stripe-stand-in/start.ts'
import { givenProduct, givenShow, givenUser, type Show } from '#server/testing/test-data.ts'
import { openAtProvider } from './open-at-provider.ts'

let stripe: StripeStandIn
let shop: TestShop

beforeAll(async () => {
  stripe = await startStripeStandIn()
  shop = await openTestShop(stripe.settings, await providersOf(readSettings(stripe.settings)))
})
afterEach(async () => {
  await stripe.setFaults([])
  await shiftClock(shop.owner, '0')
  await expectCleanBooks(shop.db)
})
afterAll(async () => {
  await shop.close()
  await stripe.stop()
})

const userPaymentInfoDto = { firstName: 'Ada', lastName: 'Łukasz', address: 'Ring 1, 1010 Wien' }

async function reserve(as: UserId, show: Show, places: readonly (number | undefined)[]): Promise<number[]> {
  const body = { eventShowId: show.showId, seatingPlanPlaceIds: places }
  const reply = await shop.ask('POST', '/tickets', { as, body })
  return reply.json().elements.map(({ id }: { id: number }) => id)
}

async function putInCart(as: UserId, merchandiseProductId: number, quantity: number, usePoints = false) {
  const body = { merchandiseProductId, quantity, usePoints }
  return (await shop.ask('POST', '/merchandise/purchases', { as, body })).json().id
}

function start(as: UserId, items: object, headers: Record<string, string> = {}) {
  const body = { userPaymentInfoDto, paymentType: 'VISA', method: 'stripe', ...items }
  return shop.ask('POST', '/payments', { as, body, headers })
}

const look = async (as: UserId, id: number) => {
  await sql`update payments set asked_at = null`.execute(shop.owner)
  return (await shop.ask('POST', `/payments/${id}/look`, { as })).json()
}
const giveUp = async (as: UserId, id: number) => (await shop.ask('DELETE', `/payments/${id}`, { as })).json()
const keyOf = async (id: number) => {
  const { rows } = await sql<{ key: string }>`select key from payments where id = ${id}`.execute(shop.db)
  return rows[0]?.key ?? ''
}
const ticketsOf = async (as: UserId) => (await shop.ask('GET', '/users/tickets', { as })).json().elements
const ledgerOf = async (id: number) => {
  const key = await keyOf(id)
  return (await stripe.ledger()).find(({ payment }) => payment === key)
}

/** A customer with two reserved places whose payment is open. */
async function givenOpenPayment(show?: Show) {
  const ada = await givenUser(shop.db)
  const at = show ?? (await givenShow(shop.db, { price: 4_550 }))
  const ticketIds = await reserve(ada, at, [at.seatIds[0], at.standingPlaceId])
  const { id } = (await start(ada, { ticketIds })).json()
  return { ada, show: at, ticketIds, id: id as number, key: await keyOf(id) }
}

test('sells tickets and merchandise when the money was taken', async () => {
  const ada = await givenUser(shop.db, { points: 1_000 })
  const show = await givenShow(shop.db, { price: 4_550 })
  const mug = await givenProduct(shop.db, { price: 1_290, points: 300, stock: 4 })
  const ticketIds = await reserve(ada, show, [show.seatIds[0], show.standingPlaceId])
  const merchandiseIds = [await putInCart(ada, mug, 2), await putInCart(ada, mug, 1, true)]
  const items = { ticketIds, merchandiseIds, expectedTotal: 11_680, expectedPoints: 300 }

  const direct = await shop.ask('POST', '/orders', {
    as: ada,
    body: { userPaymentInfoDto, paymentType: 'VISA', ...items },
  })
  expect([direct.statusCode, direct.body]).toEqual([402, 'Please pay for this order first.'])
  const reply = await start(ada, items)
  expect(reply.statusCode).toBe(201)
  const { id, ...payment } = reply.json()
  expect(payment).toMatchObject({ state: 'OPEN', total: 11_680, points: 300, invoiceId: null })
  expect(payment.redirectUrl).toContain(stripe.url)
  expect(await ticketsOf(ada)).toMatchObject([
    { ticketState: 'RESERVED', isBeingPaid: true, reservedUntil: payment.payUntil },
    { ticketState: 'RESERVED', isBeingPaid: true },
  ])
  const cart = (await shop.ask('GET', '/carts', { as: ada })).json()
  expect(cart.payments).toEqual([{ id, ...payment, ticketIds, merchandiseIds }])
  await expectCleanBooks(shop.db)

  expect(await look(ada, id)).toMatchObject({ state: 'OPEN' })
  await stripe.pay(await keyOf(id))
  const taken = await look(ada, id)
  expect(taken).toMatchObject({ state: 'TAKEN', redirectUrl: null, invoiceId: expect.any(Number) })
  const invoice = (await shop.ask('GET', `/invoices/${taken.invoiceId}`, { as: ada })).json()
  expect(invoice).toMatchObject({
    ...{ invoiceType: 'NORMAL', total: 11_680, paymentType: 'VISA' },
    paidBy: 'Visa ending 4242 (test payment)',
    customer: { name: 'Ada', lastName: 'Łukasz' },
    items: { length: 4 },
  })
  expect(await ticketsOf(ada)).toMatchObject([{ ticketState: 'BOUGHT' }, { ticketState: 'BOUGHT' }])
  expect((await shop.ask('GET', '/carts', { as: ada })).json()).toEqual({ tickets: [], merchandisePurchases: [] })
  expect((await start(ada, items)).body).toBe('These tickets are already bought.')
})

test('answers the same payment for the same items, and refuses overlapping ones', async () => {
  const { ada, show, ticketIds, id } = await givenOpenPayment()
  const again = await Promise.all([start(ada, { ticketIds }), start(ada, { ticketIds: ticketIds.toReversed() })])
  expect(again.map((reply) => reply.json().id)).toEqual([id, id])
  const [other] = await reserve(ada, show, [show.standingPlaceId])
  const overlapping = await start(ada, { ticketIds: [ticketIds[0], other] })
  expect([overlapping.statusCode, overlapping.body]).toEqual([
    409,
    'A payment of these items is under way. Please finish or cancel it first.',
  ])
  const deleted = await shop.ask('DELETE', `/tickets/${ticketIds[0]}`, { as: ada })
  expect(deleted.statusCode).toBe(409)
  expect((await stripe.ledger()).filter(({ payment }) => payment === undefined)).toEqual([])
})

test('opens one payment for ten clicks at once', async () => {
  const ada = await givenUser(shop.db)
  const show = await givenShow(shop.db)
  const ticketIds = await reserve(ada, show, show.seatIds)
  const before = (await stripe.ledger()).length
  const replies = await Promise.all(
    Array.from({ length: 10 }, () => start(ada, { ticketIds }, { 'idempotency-key': 'click' })),
  )
  const opened = replies.filter(({ statusCode }) => statusCode === 201).map((reply) => reply.json().id)
  expect(new Set(opened).size).toBe(1)
  // Further clicks may learn that Stripe still works on the first.
  expect(new Set(replies.map(({ statusCode }) => statusCode)).difference(new Set([201, 503]))).toEqual(new Set())
  expect((await stripe.ledger()).length).toBe(before + 1)
})

test('gives up a payment, keeps its places for a while, and starts another', async () => {
  const ada = await givenUser(shop.db, { points: 1_000 })
  const show = await givenShow(shop.db)
  const mug = await givenProduct(shop.db, { price: 1_290, points: 300, stock: 2 })
  const ticketIds = await reserve(ada, show, show.seatIds)
  await sql`update tickets set reserved_until = shop_now() + interval '1 minute' where id = any (${ticketIds})`.execute(
    shop.db,
  )
  const merchandiseIds = [await putInCart(ada, mug, 1), await putInCart(ada, mug, 1, true)]
  const { id } = (await start(ada, { ticketIds, merchandiseIds })).json()
  const product = async () => (await shop.ask('GET', `/merchandise/products/${mug}`)).json()
  expect(await product()).toMatchObject({ stock: 0 })
  expect(await giveUp(ada, id)).toMatchObject({ state: 'CLOSED', invoiceId: null })
  expect(await stripe.pay(await keyOf(id)).catch(() => false)).toBe(false)
  expect(await product()).toMatchObject({ stock: 2 })
  const [ticket] = await ticketsOf(ada)
  expect(ticket.isBeingPaid).toBeUndefined()
  expect(Date.parse(ticket.reservedUntil) - Date.now()).toBeGreaterThan(9 * 60_000)
  const second = (await start(ada, { ticketIds, merchandiseIds })).json()
  expect(second).toMatchObject({ state: 'OPEN' })
  expect(second.id).not.toBe(id)
  await stripe.pay(await keyOf(second.id))
  expect(await look(ada, second.id)).toMatchObject({ state: 'TAKEN', invoiceId: expect.any(Number) })
})

test('closes a payment when its time is over, and takes money that came at the last moment', async () => {
  const [left, paid] = [await givenOpenPayment(), await givenOpenPayment()]
  await stripe.pay(paid.key)
  await shiftClock(shop.owner, '21 minutes')
  await shop.context.db.transaction().execute(() => Promise.resolve())
  await doJobs(shop)
  await sweep()
  expect(await ledgerOf(left.id)).toMatchObject({ status: 'expired', taken: 0 })
  expect((await shop.ask('GET', `/payments/${left.id}`, { as: left.ada })).json()).toMatchObject({ state: 'CLOSED' })
  expect((await shop.ask('GET', `/payments/${paid.id}`, { as: paid.ada })).json()).toMatchObject({
    state: 'TAKEN',
    invoiceId: expect.any(Number),
  })
})

/** Runs the jobs that the scheduler would enqueue each minute. */
async function sweep(): Promise<void> {
  await sql`select from graphile_worker.add_job('sweep-payments')`.execute(shop.owner)
  await doJobs(shop)
}

test('holds the places while the provider is silent, and ends the payment afterwards', async () => {
  const { ada, id, show, key } = await givenOpenPayment()
  await shiftClock(shop.owner, '21 minutes')
  await stripe.setFaults([{ on: 'POST /v1/checkout/sessions', when: 'before', what: 503, times: 100 }])
  await sweep()
  expect((await shop.ask('GET', `/payments/${id}`, { as: ada })).json()).toMatchObject({ state: 'OPEN' })
  const bob = await givenUser(shop.db)
  const body = { eventShowId: show.showId, seatingPlanPlaceIds: [show.seatIds[0]] }
  expect((await shop.ask('POST', '/tickets', { as: bob, body })).statusCode).toBe(409)
  await stripe.setFaults([])
  await stripe.pay(key)
  await shiftClock(shop.owner, '30 minutes')
  await sweep()
  expect((await shop.ask('GET', `/payments/${id}`, { as: ada })).json()).toMatchObject({ state: 'TAKEN' })
})

test('continues a payment whose opening got no clear answer under the same key', async () => {
  const ada = await givenUser(shop.db)
  const show = await givenShow(shop.db)
  const ticketIds = await reserve(ada, show, show.seatIds)
  const before = (await stripe.ledger()).length
  await stripe.setFaults([{ on: 'POST /v1/checkout/sessions', when: 'after', what: 'cut' }])
  const cut = await start(ada, { ticketIds })
  expect([cut.statusCode, cut.body]).toEqual([
    503,
    'The payment provider does not answer right now. Your order stays reserved. Please try again.',
  ])
  expect((await start(ada, { ticketIds })).json()).toMatchObject({ state: 'OPEN' })
  expect((await stripe.ledger()).length).toBe(before + 1)
})

test('releases an order whose payment the provider refuses', async () => {
  const ada = await givenUser(shop.db)
  const show = await givenShow(shop.db)
  const ticketIds = await reserve(ada, show, show.seatIds)
  await stripe.setFaults([{ on: 'POST /v1/checkout/sessions', when: 'before', what: 400 }])
  const refused = await start(ada, { ticketIds })
  expect([refused.statusCode, refused.body]).toEqual([
    409,
    'The payment provider refused this payment. Please choose another way to pay.',
  ])
  expect((await ticketsOf(ada))[0].isBeingPaid).toBeUndefined()
  expect((await start(ada, { ticketIds })).json()).toMatchObject({ state: 'OPEN' })
})

test('refunds a ticket once to the payment, over answers that got lost', async () => {
  const { ada, ticketIds, id, key } = await givenOpenPayment()
  await stripe.pay(key)
  await look(ada, id)
  const reply = await shop.ask('PUT', `/tickets/${ticketIds[0]}/cancelation`, { as: ada })
  expect(reply.statusCode).toBe(200)
  await stripe.setFaults([{ on: 'POST /v1/refunds', when: 'after', what: 'cut' }])
  const [order, refund] = await doJobs(shop)
  expect(order?.cards?.at(-1)?.facts).toContain('Paid by Visa ending 4242 (test payment).')
  expect(refund?.paragraphs.at(-1)).toBe(
    'The money goes back the way you paid: Visa ending 4242 (test payment). This usually takes 5 to 10 days.',
  )
  await shiftClock(shop.owner, '5 minutes')
  await sweep()
  expect(await ledgerOf(id)).toMatchObject({ taken: 9_100, refunded: 4_550, refunds: [{ amount: 4_550 }] })
  const cancel = (await shop.ask('GET', `/invoices/${reply.json().id}`, { as: ada })).json()
  expect(cancel).toMatchObject({ invoiceType: 'CANCEL', paidBy: 'Visa ending 4242 (test payment)' })
})

test('returns money of a wrong amount', async () => {
  const { ada, id, key } = await givenOpenPayment()
  await sql`update payments set amount = amount - 1 where id = ${id}`.execute(shop.owner)
  await stripe.pay(key)
  expect(await look(ada, id)).toMatchObject({ state: 'TAKEN', invoiceId: null })
  await doJobs(shop)
  const { rows } = await sql`select reason, amount from refunds where payment_id = ${id}`.execute(shop.db)
  expect(rows).toMatchObject([{ reason: 'MISMATCH' }])
})

test('frees the places of a locked customer after the payment was closed', async () => {
  const { ada, id, show } = await givenOpenPayment()
  const admin = await givenUser(shop.db, { isAdmin: true })
  await shop.ask('PATCH', `/users/${ada}/lock`, { as: admin, body: true })
  await doJobs(shop)
  expect(await ledgerOf(id)).toMatchObject({ status: 'expired' })
  const bob = await givenUser(shop.db)
  expect(await reserve(bob, show, [show.seatIds[0]])).toHaveLength(1)
})

test('refunds a payment of a cancelled show that was taken meanwhile', async () => {
  const { ada, id, key, show } = await givenOpenPayment()
  const admin = await givenUser(shop.db, { isAdmin: true })
  await stripe.pay(key)
  const path = `/admin/shows/${show.showId}/cancellation`
  expect((await shop.ask('POST', path, { as: admin, body: { reason: 'Fire.' } })).statusCode).toBe(201)
  await doJobs(shop)
  await sql`select from graphile_worker.add_job('resume-cancellations')`.execute(shop.owner)
  await doJobs(shop)
  await sweep()
  expect(await ledgerOf(id)).toMatchObject({ taken: 9_100, refunded: 9_100 })
  expect((await shop.ask('GET', `/payments/${id}`, { as: ada })).json()).toMatchObject({ state: 'TAKEN' })
})

test('refuses to delete an account that is paying', async () => {
  const { ada, id } = await givenOpenPayment()
  const refused = await shop.ask('DELETE', '/users', { as: ada })
  expect(refused.statusCode).toBe(409)
  await giveUp(ada, id)
  expect((await shop.ask('DELETE', '/users', { as: ada })).statusCode).toBe(204)
  const { rows } = await sql`
    select customer_first_name || customer_last_name || customer_address as name from pending_orders
    where user_id = ${ada}`.execute(shop.db)
  expect(rows).toEqual([{ name: '' }])
})

test('shows a payment to its customer alone', async () => {
  const { id } = await givenOpenPayment()
  const bob = await givenUser(shop.db)
  for (const [method, path] of [
    ['GET', ''],
    ['POST', '/look'],
    ['DELETE', ''],
  ] as const) {
    expect((await shop.ask(method, `/payments/${id}${path}`, { as: bob })).statusCode).toBe(404)
  }
})

test('lists the ways to pay', async () => {
  const { elements } = (await shop.ask('GET', '/payments/methods')).json()
  expect(elements).toEqual([
    { method: 'stripe', paymentTypes: ['VISA', 'DEBITCARD'], isSimulated: false, isTest: true },
  ])
})

test('leads customers back to the shop below the path of its public address', async () => {
  const ada = await givenUser(shop.db)
  const show = await givenShow(shop.db)
  await stripe.setFaults([{ on: 'POST', when: 'before', what: 'cut' }])
  await start(ada, { ticketIds: await reserve(ada, show, [show.seatIds[0]]) })
  const { rows } = await sql<{ id: PaymentId }>`select max(id) as id from payments`.execute(shop.db)
  const { id } = rows[0] as { id: PaymentId }
  const settings = { ...shop.context.settings, PUBLIC_URL: 'https://foyer.example/shop/' }
  await openAtProvider({ ...shop.context, settings }, id)
  const { session, returnUrl } = (await ledgerOf(id)) ?? {}
  expect(returnUrl).toBe(`https://foyer.example/shop/payment/${id}`)
  await stripe.expire(session ?? '')
})
