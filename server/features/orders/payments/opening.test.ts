import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { PaymentId, UserId } from '#domain/ids.ts'
import { expectCleanBooks } from '#server/testing/race.ts'
import { openPayingShop, type PayingShop, userPaymentInfoDto } from '#server/testing/paying-shop.ts'
import { givenProduct, givenShow, givenUser } from '#server/testing/test-data.ts'
import { openAtProvider } from './open-at-provider.ts'

let shop: PayingShop

beforeAll(async () => {
  shop = await openPayingShop()
})
afterEach(() => shop.endTest())
afterAll(() => shop.close())

const ticketsOf = async (as: UserId) => (await shop.ask('GET', '/users/tickets', { as })).json().elements

test('sells tickets and merchandise when the money was taken', async () => {
  const ada = await givenUser(shop.db, { points: 1_000 })
  const show = await givenShow(shop.db, { price: 4_550 })
  const mug = await givenProduct(shop.db, { price: 1_290, points: 300, stock: 4 })
  const ticketIds = await shop.reserve(ada, show, [show.seatIds[0], show.standingPlaceId])
  const merchandiseIds = [await shop.putInCart(ada, mug, 2), await shop.putInCart(ada, mug, 1, true)]
  const items = { ticketIds, merchandiseIds, expectedTotal: 11_680, expectedPoints: 300 }

  const direct = await shop.ask('POST', '/orders', {
    as: ada,
    body: { userPaymentInfoDto, paymentType: 'VISA', ...items },
  })
  expect([direct.statusCode, direct.body]).toEqual([402, 'Please pay for this order first.'])
  const reply = await shop.start(ada, items)
  expect(reply.statusCode).toBe(201)
  const { id, ...payment } = reply.json()
  expect(payment).toMatchObject({ state: 'OPEN', total: 11_680, points: 300, invoiceId: null })
  expect(payment.redirectUrl).toContain(shop.stripe.url)
  expect(await ticketsOf(ada)).toMatchObject([
    { ticketState: 'RESERVED', paymentId: id, reservedUntil: payment.payUntil },
    { ticketState: 'RESERVED', paymentId: id },
  ])
  const cart = (await shop.ask('GET', '/carts', { as: ada })).json()
  expect(cart.payments).toEqual([{ id, ...payment, ticketIds, merchandiseIds }])
  await expectCleanBooks(shop.db)

  expect(await shop.look(ada, id)).toMatchObject({ state: 'OPEN' })
  await shop.stripe.pay(await shop.keyOf(id))
  const taken = await shop.look(ada, id)
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
  expect((await shop.start(ada, items)).body).toBe('These tickets are already bought.')
})

test('answers the same payment for the same items, and refuses overlapping ones', async () => {
  const { ada, show, ticketIds, id } = await shop.givenOpenPayment()
  const again = await Promise.all([
    shop.start(ada, { ticketIds }),
    shop.start(ada, { ticketIds: ticketIds.toReversed() }),
  ])
  expect(again.map((reply) => reply.json().id)).toEqual([id, id])
  const [other] = await shop.reserve(ada, show, [show.standingPlaceId])
  const overlapping = await shop.start(ada, { ticketIds: [ticketIds[0], other] })
  expect([overlapping.statusCode, overlapping.body]).toEqual([
    409,
    'A payment of these items is under way. Please finish or cancel it first.',
  ])
  const deleted = await shop.ask('DELETE', `/tickets/${ticketIds[0]}`, { as: ada })
  expect(deleted.statusCode).toBe(409)
  const staff = await givenUser(shop.db, { isStaff: true })
  const released = await shop.ask('DELETE', `/admin/reservations/${ticketIds[0]}`, { as: staff })
  expect([released.statusCode, released.headers['x-problem']]).toEqual([409, 'payment_under_way'])
  expect((await shop.stripe.ledger()).filter(({ payment }) => payment === undefined)).toEqual([])
})

test('opens one payment for ten clicks at once', async () => {
  const ada = await givenUser(shop.db)
  const show = await givenShow(shop.db)
  const ticketIds = await shop.reserve(ada, show, show.seatIds)
  const before = (await shop.stripe.ledger()).length
  const replies = await Promise.all(
    Array.from({ length: 10 }, () => shop.start(ada, { ticketIds }, { 'idempotency-key': 'click' })),
  )
  const opened = replies.filter(({ statusCode }) => statusCode === 201).map((reply) => reply.json().id)
  expect(new Set(opened).size).toBe(1)
  // Further clicks may learn that Stripe still works on the first.
  expect(new Set(replies.map(({ statusCode }) => statusCode)).difference(new Set([201, 503]))).toEqual(new Set())
  expect((await shop.stripe.ledger()).length).toBe(before + 1)
})

test('opens one payment for two tabs, and leaves no doubt if the provider answers only one of them', async () => {
  const ada = await givenUser(shop.db)
  const show = await givenShow(shop.db)
  const ticketIds = await shop.reserve(ada, show, show.seatIds)
  await shop.stripe.setFaults([{ on: 'POST /v1/checkout/sessions', when: 'before', what: 'cut', delayMs: 1_500 }])
  const first = shop.start(ada, { ticketIds })
  await expect.poll(async () => (await ticketsOf(ada))[0].paymentId).toBeDefined()
  const second = await shop.start(ada, { ticketIds })
  const { id } = second.json()
  expect((await first).json()).toEqual(second.json())
  const admin = await givenUser(shop.db, { isAdmin: true })
  const seen = (await shop.ask('GET', `/admin/payments/${id}`, { as: admin })).json()
  expect(seen).toMatchObject({ state: 'OPEN', doubt: null, needs: [] })
})

test('continues a payment whose opening got no clear answer under the same key', async () => {
  const ada = await givenUser(shop.db)
  const show = await givenShow(shop.db)
  const ticketIds = await shop.reserve(ada, show, show.seatIds)
  const before = (await shop.stripe.ledger()).length
  await shop.stripe.setFaults([{ on: 'POST /v1/checkout/sessions', when: 'after', what: 'cut' }])
  const cut = await shop.start(ada, { ticketIds })
  expect([cut.statusCode, cut.body]).toEqual([
    503,
    'The payment provider does not answer right now. Your order stays reserved. Please try again.',
  ])
  expect((await shop.start(ada, { ticketIds })).json()).toMatchObject({ state: 'OPEN' })
  expect((await shop.stripe.ledger()).length).toBe(before + 1)
})

test('opens a payment under another key when the provider has kept an error for the first', async () => {
  const ada = await givenUser(shop.db)
  const show = await givenShow(shop.db)
  const ticketIds = await shop.reserve(ada, show, show.seatIds)
  await shop.stripe.setFaults([{ on: 'POST /v1/checkout/sessions', when: 'after', what: 500 }])
  expect((await shop.start(ada, { ticketIds })).statusCode).toBe(503)
  const { id, ...opened } = (await shop.start(ada, { ticketIds })).json()
  expect(opened).toMatchObject({ state: 'OPEN' })
  await shop.stripe.pay(await shop.keyOf(id))
  expect(await shop.look(ada, id)).toMatchObject({ state: 'TAKEN', invoiceId: expect.any(Number) })
})

test('releases an order whose payment the provider refuses', async () => {
  const ada = await givenUser(shop.db)
  const show = await givenShow(shop.db)
  const ticketIds = await shop.reserve(ada, show, show.seatIds)
  await shop.stripe.setFaults([{ on: 'POST /v1/checkout/sessions', when: 'before', what: 400 }])
  const refused = await shop.start(ada, { ticketIds })
  expect([refused.statusCode, refused.body]).toEqual([
    409,
    'The payment provider refused this payment. Please choose another way to pay.',
  ])
  expect((await ticketsOf(ada))[0].paymentId).toBeUndefined()
  expect((await shop.start(ada, { ticketIds })).json()).toMatchObject({ state: 'OPEN' })
})

test('refuses to book a payment that nobody could pay', async () => {
  const admin = await givenUser(shop.db, { isAdmin: true })
  const ada = await givenUser(shop.db)
  const show = await givenShow(shop.db)
  const ticketIds = await shop.reserve(ada, show, show.seatIds)
  await shop.stripe.setFaults([{ on: 'POST /v1/checkout/sessions', when: 'before', what: 500 }])
  expect((await shop.start(ada, { ticketIds })).statusCode).toBe(503)
  const [{ paymentId: id }] = await ticketsOf(ada)
  const settle = () => shop.ask('POST', `/admin/payments/${id}/settle`, { as: admin, body: { reason: 'Seen' } })
  expect((await settle()).headers['x-problem']).toBe('payment_unopened')
  await shop.ask('POST', `/admin/payments/${id}/release`, { as: admin, body: { reason: 'Never opened' } })
  expect((await settle()).headers['x-problem']).toBe('payment_unopened')
  expect(await ticketsOf(ada)).toHaveLength(ticketIds.length)
})

test('keeps a cart line that is being paid, and takes further pieces as a line of their own', async () => {
  const ada = await givenUser(shop.db)
  const mug = await givenProduct(shop.db, { price: 1_290, stock: 9 })
  const line = await shop.putInCart(ada, mug, 2)
  const { id } = (await shop.start(ada, { merchandiseIds: [line] })).json()
  const path = `/merchandise/purchases/${line}`
  const refused = [
    await shop.ask('PATCH', `${path}/quantity`, { as: ada, body: { quantity: 5 } }),
    await shop.ask('DELETE', path, { as: ada }),
  ]
  expect(refused.map(({ statusCode, body }) => [statusCode, body])).toEqual(
    refused.map(() => [409, 'A payment of these items is under way. Please finish or cancel it first.']),
  )
  await shop.putInCart(ada, mug, 1)
  await shop.stripe.pay(await shop.keyOf(id))
  expect(await shop.look(ada, id)).toMatchObject({ state: 'TAKEN' })
  const cart = (await shop.ask('GET', '/carts', { as: ada })).json()
  expect(cart.merchandisePurchases).toMatchObject([{ quantity: 1 }])
  const changed = `/merchandise/purchases/${cart.merchandisePurchases[0].id}/quantity`
  expect((await shop.ask('PATCH', changed, { as: ada, body: { quantity: 3 } })).statusCode).toBe(200)
  const admin = await givenUser(shop.db, { isAdmin: true })
  const { elements } = (await shop.ask('GET', '/admin/orders', { as: admin })).json()
  expect(elements[0]).toMatchObject({ total: 2_580, paymentType: 'VISA', paidBy: 'Visa ending 4242 (test payment)' })
})

test('shows a payment to its customer alone', async () => {
  const { id } = await shop.givenOpenPayment()
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
    {
      ...{ method: 'stripe', paymentTypes: ['VISA', 'DEBITCARD'], isSimulated: false, isTest: true },
      offeredUntilMinutes: null,
    },
  ])
})

test('leads customers back to the shop below the path of its public address', async () => {
  const ada = await givenUser(shop.db)
  const show = await givenShow(shop.db)
  await shop.stripe.setFaults([{ on: 'POST', when: 'before', what: 'cut' }])
  await shop.start(ada, { ticketIds: await shop.reserve(ada, show, [show.seatIds[0]]) })
  const { rows } = await sql<{ id: PaymentId }>`select max(id) as id from payments`.execute(shop.db)
  const { id } = rows[0] as { id: PaymentId }
  const settings = { ...shop.context.settings, PUBLIC_URL: 'https://foyer.example/shop/' }
  await openAtProvider({ ...shop.context, settings }, id)
  const { session, returnUrl } = (await shop.ledgerOf(id)) ?? {}
  expect(returnUrl).toBe(`https://foyer.example/shop/payment/${id}`)
  await shop.stripe.expire(session ?? '')
})
