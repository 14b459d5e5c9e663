import { randomUUID } from 'node:crypto'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { type IncomingMessage, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { Stripe } from 'stripe'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type StripeStandIn, startStripeStandIn } from './start.ts'

type Received = { id: string; type: string; body: string; signature: string }

/** A guard against hanging, not a yardstick. */
const PATIENCE = { timeout: 20_000 }

let standIn: StripeStandIn
let received: Received[] = []
/** The statuses of the next answers; 200 afterwards. */
let statuses: number[] = []

const receiver = createServer((request: IncomingMessage, reply) => {
  void text(request).then((body) => {
    const { id, type } = JSON.parse(body) as { id: string; type: string }
    received.push({ id, type, body, signature: String(request.headers['stripe-signature']) })
    reply.writeHead(statuses.shift() ?? 200).end()
  })
})

beforeAll(async () => {
  standIn = await startStripeStandIn()
  receiver.listen(0, '127.0.0.1')
  await once(receiver, 'listening')
})
afterEach(async () => {
  await standIn.setWebhooks({})
  await standIn.setFaults([])
  received = []
  statuses = []
})
afterAll(async () => {
  receiver.close()
  await standIn.stop()
})

const listen = (config: Partial<Parameters<StripeStandIn['setWebhooks']>[0]> = {}) =>
  standIn.setWebhooks({ url: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`, ...config })

const sdk = (httpClient: Stripe.HttpClient = Stripe.createFetchHttpClient()) => {
  const { hostname: host, port } = new URL(standIn.url)
  return new Stripe('sk_test_standin', {
    protocol: 'http',
    host,
    port,
    httpClient,
    maxNetworkRetries: 0,
    telemetry: false,
  })
}

const params: Stripe.Checkout.SessionCreateParams = {
  mode: 'payment',
  line_items: [{ quantity: 1, price_data: { currency: 'eur', unit_amount: 4_000, product_data: { name: 'Tosca' } } }],
  success_url: 'https://foyer.example/',
}

/** Pays a session, named by the shop's key of the payment. */
async function pay(payment: string = randomUUID()): Promise<string> {
  const { id } = await sdk().checkout.sessions.create({ ...params, metadata: { payment } })
  expect([await standIn.pay(payment), await standIn.pay(payment)]).toEqual([true, false])
  return id
}

const arrived = (count: number) => expect.poll(() => received.length, PATIENCE).toBe(count)

test('signs events by all secrets, as the official package verifies them', async () => {
  await listen({ secrets: ['whsec_old', 'whsec_new'] })
  const id = await pay()
  await arrived(1)
  const [{ body, signature }] = received as [Received]
  for (const secret of ['whsec_old', 'whsec_new']) {
    const event = Stripe.webhooks.constructEvent(body, signature, secret)
    expect(event).toMatchObject({
      type: 'checkout.session.completed',
      data: { object: { id, payment_status: 'paid' } },
    })
  }
  expect(() => Stripe.webhooks.constructEvent(`${body} `, signature, 'whsec_old')).toThrow('signature')
  expect(() => Stripe.webhooks.constructEvent(body, signature, 'whsec_other')).toThrow('signature')
})

test('sends an event again until it is answered by 2xx', async () => {
  statuses = [500, 404]
  await listen({ retriesMs: [10, 10, 10] })
  await pay()
  await arrived(3)
  expect(new Set(received.map(({ id }) => id)).size).toBe(1)
  await expect
    .poll(async () => (await standIn.deliveries()).slice(-3).map(({ status }) => status))
    .toEqual([500, 404, 200])
})

test('sends events twice, in another order, or never', async () => {
  await listen({ duplicates: 1, shuffleMs: 500 })
  // At once, so that their events overtake each other however slow the machine is.
  await Promise.all(Array.from({ length: 6 }, pay))
  await arrived(12)
  const order = received.map(({ id }) => id)
  const events = (await sdk().events.list({ limit: 6 })).data.map(({ id }) => id).toReversed()
  expect(new Set(order)).toEqual(new Set(events))
  expect(order).not.toEqual(events.flatMap((id) => [id, id]))
  await listen({ loss: 1 })
  await pay()
  await listen()
  const last = await pay()
  await arrived(13)
  expect(received.at(-1)?.body).toContain(last)
})

test('repeats all its events on request', async () => {
  await pay()
  await listen()
  await standIn.repeatEvents()
  const events = await sdk().events.list({ limit: 100 })
  await arrived(events.data.length)
})

test('has a page to pay on, to decline, to wait for the bank, and to leave', async () => {
  const cancel_url = 'https://foyer.example/back?a=1&b=2'
  const { id, url } = await sdk().checkout.sessions.create({ ...params, cancel_url })
  const page = async (action = '', form = '') => {
    const init = action === '' ? {} : { method: 'POST', body: new URLSearchParams(form) }
    const reply = await fetch(`${url}${action}`, { ...init, redirect: 'manual' })
    return reply.headers.get('location') ?? (await reply.text())
  }
  expect(await page()).toContain('href="https://foyer.example/back?a=1&amp;b=2">Leave</a>')
  expect(await page()).toContain('€40.00')
  expect(await page('/decline')).toContain('role="alert">Your payment was declined.')
  expect(await page('/check', 'method=eps&seconds=0.3')).toContain('Your bank is checking the payment')
  expect(await page()).toContain('http-equiv="refresh"')
  await expect.poll(() => page(), PATIENCE).toBe(params.success_url)
  const paid = await sdk().checkout.sessions.retrieve(id, { expand: ['payment_intent.latest_charge'] })
  const { latest_charge: charge } = paid.payment_intent as Stripe.PaymentIntent
  expect((charge as Stripe.Charge).payment_method_details?.type).toBe('eps')
})

test('takes no money after the end of a session, though the bank agrees', async () => {
  const { id, url } = await sdk().checkout.sessions.create(params)
  await fetch(`${url}/check`, { method: 'POST', body: new URLSearchParams('seconds=0.1') })
  await standIn.expire(id)
  await wait(200)
  expect(await (await fetch(`${url}/pay`, { method: 'POST', body: new URLSearchParams() })).text()).toContain(
    'was ended',
  )
  expect((await standIn.ledger()).find(({ session }) => session === id)).toMatchObject({ status: 'expired', taken: 0 })
})

test('keeps books of every payment', async () => {
  const session = await pay('key-1')
  const refund = await standIn.refundByHand(session, 1_500)
  await standIn.endRefund(await standIn.refundByHand(session, 500), 'failed')
  const dispute = await standIn.dispute(session, { amount: 2_500 })
  const entry = (await standIn.ledger()).find((payment) => payment.session === session)
  expect(entry).toMatchObject({ payment: 'key-1', taken: 4_000, refunded: 1_500, status: 'complete' })
  expect(entry?.refunds).toMatchObject([{ ref: refund, status: 'succeeded' }, { status: 'failed' }])
  expect(entry?.disputes).toEqual([{ ref: dispute, amount: 2_500, status: 'needs_response' }])
  const movements = (await sdk().balanceTransactions.list({ limit: 5 })).data
  expect(movements.map(({ type, amount, net }) => [type, amount, net])).toEqual([
    ['adjustment', -2_500, -4_500],
    ['refund_failure', 500, 500],
    ['refund', -500, -500],
    ['refund', -1_500, -1_500],
    ['charge', 4_000, 3_915],
  ])
})

test.each([
  ['before', 0],
  ['after', 1],
] as const)('kills its caller %s the work', async (when, payments) => {
  const count = async () => (await standIn.ledger()).length
  const countBefore = await count()
  const caller = spawn(process.execPath, ['-e', CALLER, standIn.url], { stdio: ['pipe', 'inherit', 'inherit'] })
  await standIn.setFaults([{ on: 'POST', when, what: 'kill', pid: caller.pid ?? 0 }])
  caller.stdin.end('go')
  const [code, signal] = await once(caller, 'close')
  expect([code, signal]).toEqual([null, 'SIGKILL'])
  expect((await count()) - countBefore).toBe(payments)
})

/** Waits for its input, then creates a session. */
const CALLER = `process.stdin.once('data', () => fetch(process.argv[1] + '/v1/checkout/sessions', {
  method: 'POST',
  headers: { authorization: 'Bearer sk_test_standin', 'content-type': 'application/x-www-form-urlencoded' },
  body: 'mode=payment&line_items[0][quantity]=1&line_items[0][price_data][currency]=eur'
    + '&line_items[0][price_data][unit_amount]=900&line_items[0][price_data][product_data][name]=Mug'
    + '&success_url=https://foyer.example/',
}))`

test.each([
  ['fetch', 1],
  ['Node', 2],
] as const)('control: the package on %s sends a POST whose connection broke %i times', async (client, times) => {
  const stripe = sdk(client === 'fetch' ? Stripe.createFetchHttpClient() : Stripe.createNodeHttpClient())
  const idempotencyKey = `cut-${client}`
  await standIn.setFaults([{ on: 'POST', when: 'after', what: 'cut', times: 2 }])
  await expect(stripe.checkout.sessions.create(params, { idempotencyKey })).rejects.toThrow('connection to Stripe')
  expect((await standIn.calls()).filter(({ key }) => key === idempotencyKey)).toHaveLength(times)
})
