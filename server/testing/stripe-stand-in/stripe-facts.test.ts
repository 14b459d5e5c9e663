import { randomUUID } from 'node:crypto'
import { Stripe } from 'stripe'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type StripeTarget, isLive, openStripeTarget } from './target.ts'

// Facts about Stripe on which Foyer relies, asked by the official package: at the stand-in, and at Stripe's test mode
// by `npm run prove -- stripe-live`.

let target: StripeTarget
let stripe: Stripe

beforeAll(async () => {
  target = await openStripeTarget()
  stripe = openSdk(target.secretKey)
})
afterAll(() => target.standIn?.stop())

function openSdk(secretKey: string): Stripe {
  const httpClient = Stripe.createFetchHttpClient()
  const options = { httpClient, maxNetworkRetries: 0, telemetry: false }
  if (target.apiUrl === undefined) return new Stripe(secretKey, options)
  const { hostname: host, port } = new URL(target.apiUrl)
  return new Stripe(secretKey, { ...options, protocol: 'http', host, port })
}

const inSeconds = (seconds: number) => Math.floor(Date.now() / 1_000) + seconds

// Computed once: requests that repeat an idempotency key must carry the same parameters, also a second later.
const expiresAt = inSeconds(31 * 60)

const params = (changes: Partial<Stripe.Checkout.SessionCreateParams> = {}): Stripe.Checkout.SessionCreateParams => ({
  mode: 'payment',
  line_items: [
    { quantity: 2, price_data: { currency: 'eur', unit_amount: 2_500, product_data: { name: 'Tosca & more' } } },
  ],
  success_url: 'https://foyer.example/payment/1',
  cancel_url: 'https://foyer.example/payment/1',
  expires_at: expiresAt,
  metadata: { payment: 'key-1' },
  ...changes,
})

const create = (changes?: Partial<Stripe.Checkout.SessionCreateParams>, idempotencyKey = randomUUID()) =>
  stripe.checkout.sessions.create(params(changes), { idempotencyKey })

/** Awaits an error of the package and returns the fields that matter. */
async function errorOf(answer: Promise<unknown>) {
  const error = await answer.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof Stripe.errors.StripeError)) throw new Error('There was no error of Stripe.', { cause: error })
  const { statusCode: status, rawType: type, code, param } = error
  return { status, type, code, param }
}

const payWithCard = (amount: number, changes: Partial<Stripe.PaymentIntentCreateParams> = {}) =>
  stripe.paymentIntents.create({
    amount,
    currency: 'eur',
    confirm: true,
    payment_method: 'pm_card_visa',
    allowed_payment_method_types: ['card'],
    ...changes,
  })

describe('sessions', () => {
  test('are created open, and expire once', async () => {
    const session = await create()
    expect(session).toMatchObject({
      object: 'checkout.session',
      status: 'open',
      payment_status: 'unpaid',
      amount_total: 5_000,
      currency: 'eur',
      payment_intent: null,
      metadata: { payment: 'key-1' },
    })
    const expired = await stripe.checkout.sessions.expire(session.id)
    expect([expired.status, expired.url]).toEqual(['expired', null])
    expect(await errorOf(stripe.checkout.sessions.expire(session.id))).toMatchObject({
      status: 400,
      type: 'invalid_request_error',
    })
  })

  test.each([
    ['expires_at', { expires_at: inSeconds(29 * 60) }],
    ['expires_at', { expires_at: inSeconds(25 * 60 * 60) }],
    ['customer_email', { customer_email: 'nonsense' }],
    ['success_url', { success_url: 'nonsense' }],
  ])('are refused for a wrong %s', async (param, changes) => {
    expect(await errorOf(create(changes))).toMatchObject({ status: 400, type: 'invalid_request_error', param })
  })

  test('are refused below 50 cents, and without lines', async () => {
    const line = { quantity: 1, price_data: { currency: 'eur', unit_amount: 49, product_data: { name: 'Sticker' } } }
    expect(await errorOf(create({ line_items: [line] }))).toMatchObject({ status: 400, code: 'amount_too_small' })
    expect(await errorOf(create({ line_items: [] }))).toMatchObject({ status: 400, type: 'invalid_request_error' })
  })

  test('are missing with 404', async () => {
    expect(await errorOf(stripe.checkout.sessions.retrieve('cs_test_missing'))).toMatchObject({
      status: 404,
      code: 'resource_missing',
    })
  })

  test('need a key that Stripe knows', async () => {
    const stranger = openSdk('sk_test_wrong')
    expect(await errorOf(stranger.checkout.sessions.create(params()))).toMatchObject({
      status: 401,
      type: 'invalid_request_error',
    })
  })
})

describe('idempotency keys', () => {
  test('repeat the first answer', async () => {
    const key = randomUUID()
    const first = await create({}, key)
    const again = await create({}, key)
    expect(again.id).toBe(first.id)
    const isReplayed = ({ lastResponse }: typeof first) => new Headers(lastResponse.headers).get('idempotent-replayed')
    expect([isReplayed(first), isReplayed(again)]).toEqual([null, 'true'])
  })

  test('refuse another request', async () => {
    const key = randomUUID()
    await create({}, key)
    expect(await errorOf(create({ client_reference_id: 'other' }, key))).toMatchObject({
      status: 400,
      type: 'idempotency_error',
    })
  })

  test('are free again after a request with wrong parameters', async () => {
    const key = randomUUID()
    await errorOf(create({ expires_at: inSeconds(60) }, key))
    expect((await create({}, key)).status).toBe('open')
  })

  test('keep the answer of a session that has changed since', async () => {
    const key = randomUUID()
    const { id } = await create({}, key)
    await stripe.checkout.sessions.expire(id)
    expect((await create({}, key)).status).toBe('open')
  })

  test.skipIf(isLive)('refuse a second request while the first one runs', async () => {
    await target.standIn?.setFaults([{ on: 'POST', when: 'before', what: 'delay', delayMs: 300 }])
    const key = randomUUID()
    const [first, second] = await Promise.allSettled([create({}, key), create({}, key)])
    const refused = [first, second].find(({ status }) => status === 'rejected') as PromiseRejectedResult
    expect(await errorOf(Promise.reject(refused.reason))).toMatchObject({ status: 409, code: 'idempotency_key_in_use' })
    expect([first.status, second.status].toSorted()).toEqual(['fulfilled', 'rejected'])
  })
})

describe('refunds', () => {
  test('never exceed the payment', async () => {
    const { id: intent } = await payWithCard(3_000)
    const refund = await stripe.refunds.create({ payment_intent: intent, amount: 2_000, metadata: { refund: 'r1' } })
    expect(['succeeded', 'pending']).toContain(refund.status)
    expect(refund).toMatchObject({ amount: 2_000, metadata: { refund: 'r1' }, payment_intent: intent })
    expect(await errorOf(stripe.refunds.create({ payment_intent: intent, amount: 1_001 }))).toMatchObject({
      status: 400,
      type: 'invalid_request_error',
    })
    await stripe.refunds.create({ payment_intent: intent, amount: 1_000 })
    expect(await errorOf(stripe.refunds.create({ payment_intent: intent, amount: 1 }))).toMatchObject({
      status: 400,
      code: 'charge_already_refunded',
    })
    expect((await stripe.refunds.list({ payment_intent: intent })).data.map(({ amount }) => amount)).toEqual([
      1_000, 2_000,
    ])
    expect((await stripe.refunds.retrieve(refund.id)).amount).toBe(2_000)
  })

  test('are part of the expanded charge, with the name of the card', async () => {
    const { id } = await payWithCard(3_000, { payment_method: 'pm_card_mastercard' })
    const refund = await stripe.refunds.create({ payment_intent: id, amount: 500 })
    const intent = await stripe.paymentIntents.retrieve(id, { expand: ['latest_charge.refunds'] })
    const charge = intent.latest_charge as Stripe.Charge
    expect(intent).toMatchObject({ status: 'succeeded', amount_received: 3_000, currency: 'eur' })
    expect(charge.payment_method_details).toMatchObject({ type: 'card', card: { brand: 'mastercard' } })
    expect(charge).toMatchObject({ disputed: false, amount_refunded: 500 })
    expect(charge.refunds?.data.map((listed) => listed.id)).toEqual([refund.id])
  })

  test('reach the balance, with the fees of the payment', async () => {
    const { id } = await payWithCard(3_000)
    const { latest_charge: charge } = await stripe.paymentIntents.retrieve(id, {
      expand: ['latest_charge.balance_transaction'],
    })
    const movement = (charge as Stripe.Charge).balance_transaction as Stripe.BalanceTransaction
    expect(movement.type).toBe('charge')
    expect(movement.net).toBe(movement.amount - movement.fee)
    const listed = await stripe.balanceTransactions.list({ type: 'charge', limit: 3 })
    expect(listed.data[0]?.type).toBe('charge')
  })

  test('are not possible for a declined payment', async () => {
    expect(await errorOf(payWithCard(3_000, { payment_method: 'pm_card_chargeDeclined' }))).toMatchObject({
      status: 402,
      type: 'card_error',
      code: 'card_declined',
    })
  })
})

describe('events', () => {
  test('are listed newest first, by type and time', async () => {
    const since = inSeconds(-60)
    const { id } = await create()
    await stripe.checkout.sessions.expire(id)
    const types = ['checkout.session.expired']
    const newest = async () => (await stripe.events.list({ types, created: { gte: since }, limit: 5 })).data
    await expect
      .poll(async () => (await newest()).map((event) => (event.data.object as { id?: string }).id), { timeout: 20_000 })
      .toContain(id)
    expect((await newest()).every(({ type }) => type === 'checkout.session.expired')).toBe(true)
  })
})
