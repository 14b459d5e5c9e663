import { randomUUID } from 'node:crypto'
import { type Server, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { cents } from '#domain/money.ts'
import { type MollieStandIn, startMollieStandIn } from '#server/testing/mollie-stand-in/start.ts'
import type { FaultInput } from '#server/testing/stand-in/faults.ts'
import { openMollie } from './mollie.ts'
import { type OpenPayment, type PaymentProvider, PaymentRefused, ProviderBusy, ProviderDoubt } from './provider.ts'

/** A guard against hanging, not a yardstick. */
const PATIENCE_MS = 20_000
/** The time for calls that get no answer. */
const BRIEF_MS = 300
const HOUR_MS = 60 * 60_000
const WEBHOOK = 'https://foyer.example/api/v1/payments/mollie/events'

let standIn: MollieStandIn
let mollie: PaymentProvider

const openAt = (apiUrl: string, apiKey = 'test_standin', accessToken = 'access_standin') =>
  openMollie({ apiKey, accessToken, apiUrl, methods: ['creditcard', 'paypal'], webhookUrl: WEBHOOK })

beforeAll(async () => {
  standIn = await startMollieStandIn()
  mollie = openAt(standIn.url)
})
afterEach(async () => {
  await standIn.setFaults([])
  await standIn.set({ newRefunds: 'refunded', clockAheadMs: 0, newAreCancelable: true })
})
afterAll(() => standIn.stop())

function newPayment(changes: Partial<OpenPayment> = {}): OpenPayment {
  return {
    key: randomUUID(),
    amount: cents(5_005),
    lines: [
      { name: 'Tosca, row 3, seat 12', quantity: 1, price: cents(3_005) },
      { name: 'Mug', quantity: 2, price: cents(1_000) },
    ],
    email: 'ada@foyer.example',
    returnUrl: 'https://foyer.example/payment/7',
    payUntil: new Date(Date.now() + 20 * 60_000),
    ...changes,
  }
}

const open = async (changes?: Partial<OpenPayment>) => (await mollie.open(newPayment(changes), PATIENCE_MS)).ref
const look = (ref: string) => mollie.look(ref, PATIENCE_MS)
const close = (ref: string) => mollie.close(ref, PATIENCE_MS)

async function openPaid(): Promise<string> {
  const ref = await open()
  await standIn.pay(ref)
  return ref
}

const refund = (ref: string, amount: number, key = randomUUID()) =>
  mollie.refund({ key, formerKeys: [], ref, amount: cents(amount) }, PATIENCE_MS)

test('opens a payment once per key, looks at it and closes it', async () => {
  const payment = newPayment()
  const first = await mollie.open(payment, PATIENCE_MS)
  expect(await mollie.open(payment, PATIENCE_MS)).toEqual(first)
  expect(first.redirectUrl).toBe(`${standIn.url}/checkout/${first.ref}`)
  const posted = (await standIn.calls()).find(({ key }) => key === payment.key)
  expect(JSON.parse(posted?.body ?? '')).toEqual({
    amount: { currency: 'EUR', value: '50.05' },
    description: 'Tosca, row 3, seat 12 and 1 more',
    redirectUrl: 'https://foyer.example/payment/7',
    webhookUrl: WEBHOOK,
    method: ['creditcard', 'paypal'],
    metadata: { payment: payment.key },
  })
  expect(await look(first.ref)).toEqual({ ref: first.ref, state: 'open', refunds: [], disputes: [] })
  const closed = { ref: first.ref, state: 'closed', refunds: [], disputes: [] }
  expect(await close(first.ref)).toEqual(closed)
  expect(await close(first.ref)).toEqual(closed)
  expect(await look(first.ref)).toEqual(closed)
})

test('shortens the description of an order', async () => {
  const [line] = newPayment().lines
  const lines = Array.from({ length: 3 }, () => ({ ...(line as OpenPayment['lines'][number]), name: 'x'.repeat(300) }))
  expect((await look(await open({ lines }))).state).toBe('open')
})

test('says that a payment is open which Mollie does not cancel, until it expires', async () => {
  await standIn.set({ newAreCancelable: false })
  const [left, paid] = [await open(), await open()]
  expect((await close(left)).state).toBe('open')
  await standIn.pay(paid)
  expect((await close(paid)).state).toBe('taken')
  await standIn.set({ clockAheadMs: 16 * 60_000 })
  expect((await close(left)).state).toBe('closed')
})

test.each([
  [{}, 'Visa ending 4242'],
  [{ cardLabel: 'Mastercard', cardNumber: '0005' }, 'Mastercard ending 0005'],
  [{ method: 'paypal' }, 'PayPal'],
  [{ method: 'nonesuch' }, 'Nonesuch'],
])('sees how a payment was taken: %j', async (paidWith, paidBy) => {
  const ref = await open()
  await standIn.pay(ref, paidWith)
  const taken = { amount: 5_005, currency: 'eur' }
  expect(await look(ref)).toEqual({ ref, state: 'taken', taken, paidBy, refunds: [], disputes: [] })
  expect((await close(ref)).state).toBe('taken')
})

test('sees a payment on which the bank works until its end, and a declined one as closed', async () => {
  const [paid, failed] = [await open(), await open()]
  for (const ref of [paid, failed]) {
    await standIn.payLater(ref)
    expect((await look(ref)).state).toBe('processing')
    expect((await close(ref)).state).toBe('processing')
  }
  await standIn.pay(paid)
  await standIn.decline(failed)
  expect([(await look(paid)).state, (await look(failed)).state]).toEqual(['taken', 'closed'])
})

test('refuses what Mollie refuses, doubts a key with another payment, and waits with a wrong API key', async () => {
  await expect(mollie.open(newPayment({ amount: cents(0) }), PATIENCE_MS)).rejects.toBeInstanceOf(PaymentRefused)
  const payment = newPayment()
  await mollie.open(payment, PATIENCE_MS)
  const other = mollie.open({ ...payment, amount: cents(1) }, PATIENCE_MS)
  await expect(other).rejects.toBeInstanceOf(ProviderDoubt)
  const stranger = openAt(standIn.url, 'test_wrong').open(newPayment(), PATIENCE_MS)
  await expect(stranger).rejects.toBeInstanceOf(ProviderBusy)
})

test('reads nothing out of a missing payment, and refunds nothing that is not paid', async () => {
  await expect(look('tr_missing')).rejects.toBeInstanceOf(ProviderDoubt)
  await expect(close('tr_missing')).rejects.toBeInstanceOf(ProviderDoubt)
  await expect(refund(await open(), 100)).rejects.toBeInstanceOf(PaymentRefused)
})

describe('refunds', () => {
  test('are made once per key, also after Mollie has forgotten it', async () => {
    const [ref, key] = [await openPaid(), randomUUID()]
    const first = await refund(ref, 2_000, key)
    expect(first).toEqual({ ref: first.ref, key, state: 'done', amount: 2_000 })
    await standIn.set({ clockAheadMs: 2 * HOUR_MS })
    expect(await refund(ref, 2_000, key)).toEqual(first)
    expect((await look(ref)).refunds).toEqual([first])
    await expect(refund(ref, 3_006)).rejects.toBeInstanceOf(PaymentRefused)
  })

  test('of the same amount wait for an hour, as Mollie demands', async () => {
    const ref = await openPaid()
    const key = randomUUID()
    await refund(ref, 700)
    await expect(refund(ref, 700, key)).rejects.toBeInstanceOf(ProviderBusy)
    await refund(ref, 800)
    await standIn.set({ clockAheadMs: HOUR_MS + 1_000 })
    expect((await refund(ref, 700, key)).key).toBe(key)
    expect((await standIn.ledger()).find((payment) => payment.ref === ref)?.refunded).toBe(2_200)
  })

  test.each([
    ['refunded', 'done', undefined],
    ['failed', 'failed', 'The bank declined the refund.'],
    ['canceled', 'failed', 'The refund was cancelled at Mollie.'],
  ] as const)('that were sent end as %s', async (status, state, failure) => {
    await standIn.set({ newRefunds: 'queued' })
    const ref = await openPaid()
    const sent = await refund(ref, 1_500)
    expect(sent.state).toBe('sent')
    await standIn.endRefund(sent.ref, 'processing')
    expect((await look(ref)).refunds).toEqual([sent])
    await standIn.endRefund(sent.ref, status)
    expect((await look(ref)).refunds).toEqual([{ ...sent, state, failure }])
  })

  test('made in the dashboard have no key', async () => {
    const ref = await openPaid()
    const id = await standIn.refundByHand(ref, 100)
    expect((await look(ref)).refunds).toEqual([{ ref: id, state: 'done', amount: 100 }])
  })
})

test('sees chargebacks as lost until they are reversed', async () => {
  const ref = await openPaid()
  const id = await standIn.chargeBack(ref, 3_000)
  expect((await look(ref)).disputes).toEqual([{ ref: id, amount: 3_000, state: 'lost', openedAt: expect.any(Date) }])
  await standIn.reverse(ref)
  expect((await look(ref)).disputes).toMatchObject([{ ref: id, state: 'won' }])
})

describe('events', () => {
  const read = (body: string) => mollie.readEvent(Buffer.from(body), {}, PATIENCE_MS)

  test('only tell where to look, because Mollie does not sign them', async () => {
    expect(await read('id=tr_7UhSN1zuXS')).toEqual({ kind: 'hint', ref: 'tr_7UhSN1zuXS' })
    for (const body of ['', 'id=', 'id=ord_1', 'id=tr_1%2F..%2Fmethods', `id=tr_${'a'.repeat(65)}`, '{"id":"tr_1"}']) {
      expect(await read(body)).toEqual({ kind: 'ignored' })
    }
  })

  test('that never arrived are found in the lists, over pages', async () => {
    const from = new Date()
    const [paid, unpaid] = [await open({ amount: cents(100_000) }), await open()]
    await standIn.pay(paid)
    for (let amount = 1; amount <= 300; amount += 1) await standIn.refundByHand(paid, amount)
    await refund(await openPaid(), 400)
    const chargeback = await standIn.chargeBack(paid)
    const list = async () => mollie.listEvents({ from, to: new Date() }, PATIENCE_MS)
    const events = await list()
    expect(events.filter(({ ref }) => ref === paid)).toHaveLength(302)
    expect(events.some(({ ref }) => ref === unpaid)).toBe(false)
    expect(events).toContainEqual({ eventId: `${paid} paid`, type: 'paid', ref: paid })
    expect(events).toContainEqual({ eventId: `${chargeback} received`, type: 'received', ref: paid })
    await standIn.reverse(paid)
    expect(await list()).toContainEqual({ eventId: `${chargeback} reversed`, type: 'reversed', ref: paid })
  })
})

test('reads movements of the balance with the access token over pages, with fees, and until before a moment', async () => {
  const from = new Date()
  const paid = await open({ amount: cents(100_000) })
  await standIn.pay(paid)
  const refunds = []
  for (let amount = 1; amount <= 260; amount += 1) refunds.push(await standIn.refundByHand(paid, amount))
  await standIn.endRefund(refunds[0] ?? '', 'failed')
  const chargeback = await standIn.chargeBack(paid, 400)
  await standIn.reverse(paid)
  const transfer = await standIn.payOut()
  const movements = await mollie.listMovements?.({ from, to: new Date(Date.now() + 10_000) }, PATIENCE_MS)
  const ofPayment = { key: undefined, paymentRef: paid, fee: 0, at: expect.any(Date) }
  expect(movements).toHaveLength(265)
  expect(movements?.[0]).toEqual({ ...ofPayment, kind: 'CHARGE', ref: paid, amount: 100_000, fee: 1_825 })
  expect(movements?.slice(-5)).toEqual([
    { ...ofPayment, kind: 'REFUND', ref: refunds.at(-1), amount: -260 },
    { ...ofPayment, kind: 'REFUND', ref: refunds[0], amount: 1 },
    { ...ofPayment, kind: 'DISPUTE', ref: chargeback, amount: -400 },
    { ...ofPayment, kind: 'DISPUTE', ref: chargeback, amount: 400 },
    { ...ofPayment, kind: 'PAYOUT', ref: transfer, paymentRef: undefined, amount: expect.any(Number) },
  ])
  expect(await mollie.listMovements?.({ from: new Date(0), to: from }, PATIENCE_MS)).not.toContainEqual(
    expect.objectContaining({ paymentRef: paid }),
  )
  const stranger = openAt(standIn.url, 'test_standin', 'access_wrong')
  await expect(stranger.listMovements?.({ from, to: new Date() }, PATIENCE_MS)).rejects.toBeInstanceOf(ProviderBusy)
})

/** Faults with the errors that they lead to, and whether the call had an effect. */
const FAULTS: { fault: FaultInput; error: typeof ProviderBusy | typeof ProviderDoubt; hasEffect: boolean }[] = [
  { fault: { when: 'before', what: 'cut' }, error: ProviderDoubt, hasEffect: false },
  { fault: { when: 'after', what: 'cut' }, error: ProviderDoubt, hasEffect: true },
  { fault: { when: 'inside', what: 'cut' }, error: ProviderDoubt, hasEffect: true },
  { fault: { when: 'after', what: 'silence' }, error: ProviderDoubt, hasEffect: true },
  { fault: { when: 'before', what: 429 }, error: ProviderBusy, hasEffect: false },
  { fault: { when: 'before', what: 503 }, error: ProviderDoubt, hasEffect: false },
  { fault: { when: 'after', what: 502 }, error: ProviderDoubt, hasEffect: true },
]

describe.each(FAULTS)('with the fault $fault.when $fault.what', ({ fault, error, hasEffect }) => {
  const timeoutMs = fault.what === 'silence' ? BRIEF_MS : PATIENCE_MS
  const effects = hasEffect ? 1 : 0

  test('opens, refunds and closes once, or says that it does not know', async () => {
    const payment = newPayment()
    const count = async () => (await standIn.ledger()).filter((entry) => entry.payment === payment.key).length
    await standIn.setFaults([{ on: 'POST', ...fault }])
    await expect(mollie.open(payment, timeoutMs)).rejects.toBeInstanceOf(error)
    expect(await count()).toBe(effects)
    expect((await standIn.calls()).filter(({ key }) => key === payment.key)).toHaveLength(1)
    const { ref } = await mollie.open(payment, PATIENCE_MS)
    expect(await count()).toBe(1)

    const [paid, key] = [await openPaid(), randomUUID()]
    await standIn.setFaults([{ on: 'POST', ...fault }])
    await expect(
      mollie.refund({ key, formerKeys: [], ref: paid, amount: cents(700) }, timeoutMs),
    ).rejects.toBeInstanceOf(error)
    expect((await look(paid)).refunds).toHaveLength(effects)
    await refund(paid, 700, key)
    expect((await look(paid)).refunds).toMatchObject([{ key, amount: 700 }])

    await standIn.setFaults([{ on: 'DELETE', ...fault }])
    await expect(mollie.close(ref, timeoutMs)).rejects.toBeInstanceOf(error)
    expect((await look(ref)).state).toBe(hasEffect ? 'closed' : 'open')
    expect((await close(ref)).state).toBe('closed')
  })

  test('looks or says that it does not know', async () => {
    const ref = await openPaid()
    await standIn.setFaults([{ on: 'GET', ...fault }])
    await expect(mollie.look(ref, timeoutMs)).rejects.toBeInstanceOf(error)
    expect((await look(ref)).state).toBe('taken')
  })
})

test('says that an error 500 may be kept for its key', async () => {
  await standIn.setFaults([{ on: 'POST', when: 'after', what: 500 }])
  await expect(mollie.open(newPayment(), PATIENCE_MS)).rejects.toMatchObject({ isKept: true })
})

describe('where something else answers', () => {
  let server: Server
  let answer: { status: number; body: string; location?: string } = { status: 200, body: '' }
  let count = 0
  let stranger: PaymentProvider
  const port = () => (server.address() as AddressInfo).port

  beforeAll(async () => {
    server = createServer((_request, reply) => {
      count += 1
      reply
        .writeHead(answer.status, answer.location === undefined ? {} : { location: answer.location })
        .end(answer.body.replace('PORT', String(port())))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    stranger = openAt(`http://127.0.0.1:${port()}`)
  })
  afterAll(() => server.close())

  const payment = '{"resource":"payment","id":"tr_1","status":"paid","amount":{"currency":"EUR","value":"1"}}'
  test.each([
    ['a page', { status: 200, body: '<html>' }],
    ['JSON of another program', { status: 200, body: '{"resource":"order"}' }],
    ['half a payment', { status: 200, body: payment }],
    ['a refusal of a gateway', { status: 422, body: '{"error":"Bad Request"}' }],
    ['a redirection', { status: 307, body: '', location: '/elsewhere' }],
    [
      'a list that goes on elsewhere',
      {
        ...{ status: 200 },
        body: '{"_embedded":{"payments":[]},"_links":{"next":{"href":"http://localhost:PORT/"}}}',
      },
    ],
  ])('doubts %s, and asks once', async (_name, given) => {
    answer = given
    const calls: (() => Promise<unknown>)[] = [
      () => stranger.open(newPayment(), PATIENCE_MS),
      () => stranger.look('tr_1', PATIENCE_MS),
      () => stranger.listEvents({ from: new Date(), to: new Date() }, PATIENCE_MS),
    ]
    for (const call of calls) {
      count = 0
      await expect(call()).rejects.toBeInstanceOf(ProviderDoubt)
      expect(count).toBe(1)
    }
  })
})
