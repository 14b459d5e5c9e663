import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cents } from '#domain/money.ts'
import { openPayment } from '#server/testing/open-payment.ts'
import { PATIENCE_MS } from '#server/testing/provider-patience.ts'
import { type StripeStandIn, startStripeStandIn } from '#server/testing/stripe-stand-in/start.ts'
import { sign } from '#server/testing/stripe-stand-in/webhooks.ts'
import type { PaymentProvider } from './provider.ts'
import { openStripe } from './stripe.ts'

const SECRETS = ['whsec_old', 'whsec_new']

let standIn: StripeStandIn
let stripe: PaymentProvider

beforeAll(async () => {
  standIn = await startStripeStandIn()
  const { STRIPE_SECRET_KEY: secretKey = '' } = standIn.settings
  stripe = await openStripe({ secretKey, apiUrl: standIn.url, webhookSecrets: SECRETS, methods: ['card'] })
})
afterAll(() => standIn.stop())

async function openPaid(): Promise<string> {
  const { ref } = await stripe.open(openPayment(), PATIENCE_MS)
  await standIn.pay(ref)
  return ref
}

const event = (type: string, object: object) =>
  Buffer.from(JSON.stringify({ id: 'evt_1', object: 'event', type, data: { object } }))
const completed = event('checkout.session.completed', { id: 'cs_1', metadata: { payment: 'k' } })
const read = (body: Buffer, signature: string | string[] | undefined) =>
  stripe.readEvent(body, { 'stripe-signature': signature }, PATIENCE_MS)
const text = completed.toString()

test('reads an event that any of the secrets signed', async () => {
  for (const secrets of [['whsec_old'], ['whsec_new'], ['whsec_other', 'whsec_new']]) {
    expect(await read(completed, sign(text, secrets))).toMatchObject({
      kind: 'event',
      event: { eventId: 'evt_1', type: 'checkout.session.completed', ref: 'cs_1' },
    })
  }
})

test('ignores a signed event whose ids are none of Stripe', async () => {
  for (const id of ['evt_'.padEnd(256, 'x'), 'evt_\u0000', 'evt 1', '', 5, null, ['evt_1'], { id: 'evt_1' }]) {
    const ofEvent = JSON.stringify({ ...JSON.parse(text), id })
    const ofSession = event('checkout.session.completed', { id, metadata: { payment: 'k' } })
    for (const body of [Buffer.from(ofEvent), ofSession]) {
      expect([id, await read(body, sign(body.toString(), SECRETS))]).toEqual([id, { kind: 'ignored' }])
    }
  }
})

test.each(['checkout.session.completed', 'refund.updated', 'charge.dispute.created'])(
  'ignores a signed %s about nothing that Stripe would send',
  async (type) => {
    const odd = [null, undefined, 'cs_1', 5, [], {}, { id: 'cs_1', metadata: null }, { payment_intent: 5 }]
    const bodies = [
      ...odd.map((object) => JSON.stringify({ id: 'evt_1', type, data: { object } })),
      ...[
        'null',
        '[]',
        '"evt_1"',
        JSON.stringify({ id: 'evt_1', type }),
        JSON.stringify({ id: 'evt_1', type, data: 5 }),
      ],
    ]
    for (const body of bodies) {
      expect([body, await read(Buffer.from(body), sign(body, SECRETS))]).toEqual([body, { kind: 'ignored' }])
    }
  },
)

test('rejects events that are forged, changed, old or of the future', async () => {
  const signature = sign(text, SECRETS)
  const [old, future] = [-301, 360].map((seconds) => sign(text, SECRETS, Math.floor(Date.now() / 1_000) + seconds))
  const rejected: [Buffer, string | string[] | undefined][] = [
    [completed, undefined],
    [completed, ''],
    [completed, [signature]],
    [completed, 't=1,v1='],
    [completed, sign(text, ['whsec_other'])],
    [completed, signature.replace('v1=', 'v0=').replace('v1=', 'v0=')],
    [Buffer.from(text.replace('cs_1', 'cs_2')), signature],
    [Buffer.from('{"broken'), sign('{"broken', SECRETS)],
    [completed, old],
    [completed, future],
    [completed, sign(text, SECRETS, Number.NaN)],
  ]
  for (const [body, header] of rejected) expect(await read(body, header)).toEqual({ kind: 'forged' })
})

test('ignores events of payments that no shop made', async () => {
  const bodies = [
    event('checkout.session.completed', { id: 'cs_1', metadata: {} }),
    event('customer.created', { id: 'cus_1' }),
    event('refund.created', { id: 're_1', metadata: {}, payment_intent: 'pi_foreign' }),
    event('charge.dispute.created', { id: 'du_1', payment_intent: null }),
  ]
  for (const body of bodies) expect(await read(body, sign(body.toString(), SECRETS))).toEqual({ kind: 'ignored' })
})

test('lists the events of many refunds by hand in time', async () => {
  const from = new Date()
  const refs = await Promise.all(Array.from({ length: 25 }, openPaid))
  await Promise.all(refs.map((ref) => standIn.refundByHand(ref, 100)))
  await standIn.setFaults([{ on: 'GET /v1/checkout/sessions', when: 'before', what: 'delay', delayMs: 200, times: 25 }])
  const events = await stripe.listEvents({ from, to: new Date() }, 4_000)
  const refunded = events.filter(({ type }) => type === 'refund.created').map(({ ref }) => ref)
  expect(refunded).toEqual(expect.arrayContaining(refs))
})

test('lists every event with its payment, oldest first', async () => {
  const from = new Date()
  const ref = await openPaid()
  await stripe.refund(
    { key: randomUUID(), formerKeys: [], knownKeys: [], endedDisputes: [], ref, amount: cents(100) },
    PATIENCE_MS,
  )
  await standIn.endRefund(await standIn.refundByHand(ref, 100), 'failed')
  await standIn.endDispute(await standIn.dispute(ref), 'won')
  const events = await stripe.listEvents({ from, to: new Date() }, PATIENCE_MS)
  expect(events.filter((listed) => listed.ref === ref).map(({ type }) => type)).toEqual([
    'checkout.session.completed',
    'refund.created',
    'refund.created',
    'refund.updated',
    'refund.failed',
    'charge.dispute.created',
    'charge.dispute.closed',
  ])
})
