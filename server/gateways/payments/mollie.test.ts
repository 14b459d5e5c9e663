import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { cents } from '#domain/money.ts'
import {
  type MollieRig,
  WEBHOOK,
  mollieAt,
  mollieOrder,
  openMollieRig,
} from '#server/testing/mollie-stand-in/gateway-rig.ts'
import { PATIENCE_MS } from '#server/testing/provider-patience.ts'
import { type OpenPayment, PaymentRefused, ProviderBusy, ProviderDoubt } from './provider.ts'

const HOUR_MS = 60 * 60_000

let rig: MollieRig

beforeAll(async () => {
  rig = await openMollieRig()
})
afterEach(() => rig.reset())
afterAll(() => rig.stop())

test('opens a payment once per key, looks at it and closes it', async () => {
  const payment = mollieOrder()
  const first = await rig.mollie.open(payment, PATIENCE_MS)
  expect(await rig.mollie.open(payment, PATIENCE_MS)).toEqual(first)
  expect(first.redirectUrl).toBe(`${rig.standIn.url}/checkout/${first.ref}`)
  const posted = (await rig.standIn.calls()).find(({ key }) => key === payment.key)
  expect(JSON.parse(posted?.body ?? '')).toEqual({
    amount: { currency: 'EUR', value: '50.05' },
    description: 'Tosca, row 3, seat 12 and 1 more',
    redirectUrl: 'https://foyer.example/payment/7',
    webhookUrl: WEBHOOK,
    method: ['creditcard', 'paypal'],
    metadata: { payment: payment.key },
  })
  expect(await rig.look(first.ref)).toEqual({ ref: first.ref, state: 'open', refunds: [], disputes: [] })
  const closed = { ref: first.ref, state: 'closed', refunds: [], disputes: [] }
  expect(await rig.close(first.ref)).toEqual(closed)
  expect(await rig.close(first.ref)).toEqual(closed)
  expect(await rig.look(first.ref)).toEqual(closed)
})

test('shortens the description of an order', async () => {
  const [line] = mollieOrder().lines
  const lines = Array.from({ length: 3 }, () => ({ ...(line as OpenPayment['lines'][number]), name: 'x'.repeat(300) }))
  expect((await rig.look(await rig.open({ lines }))).state).toBe('open')
})

test('says that a payment is open which Mollie does not cancel, until it expires', async () => {
  await rig.standIn.set({ newAreCancelable: false })
  const [left, paid] = [await rig.open(), await rig.open()]
  expect((await rig.close(left)).state).toBe('open')
  await rig.standIn.pay(paid)
  expect((await rig.close(paid)).state).toBe('taken')
  await rig.standIn.set({ clockAheadMs: 16 * 60_000 })
  expect((await rig.close(left)).state).toBe('closed')
})

test.each([
  [{}, 'Visa ending 4242'],
  [{ cardLabel: 'Mastercard', cardNumber: '0005' }, 'Mastercard ending 0005'],
  [{ method: 'paypal' }, 'PayPal'],
  [{ method: 'nonesuch' }, 'Nonesuch'],
])('sees how a payment was taken: %j', async (paidWith, paidBy) => {
  const ref = await rig.open()
  await rig.standIn.pay(ref, paidWith)
  const taken = { amount: 5_005, currency: 'eur' }
  expect(await rig.look(ref)).toEqual({ ref, state: 'taken', taken, paidBy, refunds: [], disputes: [] })
  expect((await rig.close(ref)).state).toBe('taken')
})

test('sees a payment on which the bank works until its end, and a declined one as closed', async () => {
  const [paid, failed] = [await rig.open(), await rig.open()]
  for (const ref of [paid, failed]) {
    await rig.standIn.payLater(ref)
    expect((await rig.look(ref)).state).toBe('processing')
    expect((await rig.close(ref)).state).toBe('processing')
  }
  await rig.standIn.pay(paid)
  await rig.standIn.decline(failed)
  expect([(await rig.look(paid)).state, (await rig.look(failed)).state]).toEqual(['taken', 'closed'])
})

test('refuses what Mollie refuses, doubts a key with another payment, and waits with a wrong API key', async () => {
  await expect(rig.mollie.open(mollieOrder({ amount: cents(0) }), PATIENCE_MS)).rejects.toBeInstanceOf(PaymentRefused)
  const payment = mollieOrder()
  await rig.mollie.open(payment, PATIENCE_MS)
  const other = rig.mollie.open({ ...payment, amount: cents(1) }, PATIENCE_MS)
  await expect(other).rejects.toBeInstanceOf(ProviderDoubt)
  const stranger = mollieAt(rig.standIn.url, { apiKey: 'test_wrong' }).open(mollieOrder(), PATIENCE_MS)
  await expect(stranger).rejects.toBeInstanceOf(ProviderBusy)
})

test('reads nothing out of a missing payment, and refunds nothing that is not paid', async () => {
  await expect(rig.look('tr_missing')).rejects.toBeInstanceOf(ProviderDoubt)
  await expect(rig.close('tr_missing')).rejects.toBeInstanceOf(ProviderDoubt)
  await expect(rig.refund(await rig.open(), 100)).rejects.toBeInstanceOf(PaymentRefused)
})

describe('refunds', () => {
  test('are made once per key, also after Mollie has forgotten it', async () => {
    const [ref, key] = [await rig.openPaid(), randomUUID()]
    const first = await rig.refund(ref, 2_000, key)
    expect(first).toEqual({ ref: first.ref, key, state: 'done', amount: 2_000 })
    await rig.standIn.set({ clockAheadMs: 2 * HOUR_MS })
    expect(await rig.refund(ref, 2_000, key)).toEqual(first)
    expect((await rig.look(ref)).refunds).toEqual([first])
    await expect(rig.refund(ref, 3_006)).rejects.toBeInstanceOf(PaymentRefused)
  })

  test('of the same amount wait for an hour, as Mollie demands', async () => {
    const ref = await rig.openPaid()
    const key = randomUUID()
    await rig.refund(ref, 700)
    await expect(rig.refund(ref, 700, key)).rejects.toBeInstanceOf(ProviderBusy)
    await rig.refund(ref, 800)
    await rig.standIn.set({ clockAheadMs: HOUR_MS + 1_000 })
    expect((await rig.refund(ref, 700, key)).key).toBe(key)
    expect((await rig.standIn.ledger()).find((payment) => payment.ref === ref)?.refunded).toBe(2_200)
  })

  test.each([
    ['refunded', 'done', undefined],
    ['failed', 'failed', 'The bank declined the refund.'],
    ['canceled', 'failed', 'The refund was cancelled at Mollie.'],
  ] as const)('that were sent end as %s', async (status, state, failure) => {
    await rig.standIn.set({ newRefunds: 'queued' })
    const ref = await rig.openPaid()
    const sent = await rig.refund(ref, 1_500)
    expect(sent).toMatchObject({ state: 'sent', failure: 'Waits until the balance at Mollie is high enough.' })
    await rig.standIn.endRefund(sent.ref, 'processing')
    expect((await rig.look(ref)).refunds).toEqual([{ ...sent, failure: undefined }])
    await rig.standIn.endRefund(sent.ref, status)
    expect((await rig.look(ref)).refunds).toEqual([{ ...sent, state, failure }])
  })

  test('made in the dashboard have no key', async () => {
    const ref = await rig.openPaid()
    const id = await rig.standIn.refundByHand(ref, 100)
    expect((await rig.look(ref)).refunds).toEqual([{ ref: id, state: 'done', amount: 100 }])
  })
})

test('sees chargebacks as lost until they are reversed', async () => {
  const ref = await rig.openPaid()
  const id = await rig.standIn.chargeBack(ref, 3_000)
  expect((await rig.look(ref)).disputes).toEqual([
    { ref: id, amount: 3_000, state: 'lost', openedAt: expect.any(Date) },
  ])
  await rig.standIn.reverse(ref)
  expect((await rig.look(ref)).disputes).toMatchObject([{ ref: id, state: 'won' }])
})

describe('events', () => {
  const read = (body: string) => rig.mollie.readEvent(Buffer.from(body), {}, PATIENCE_MS)

  test('only tell where to look, because Mollie does not sign them', async () => {
    expect(await read('id=tr_7UhSN1zuXS')).toEqual({ kind: 'hint', ref: 'tr_7UhSN1zuXS' })
    for (const body of ['', 'id=', 'id=ord_1', 'id=tr_1%2F..%2Fmethods', `id=tr_${'a'.repeat(65)}`, '{"id":"tr_1"}']) {
      expect(await read(body)).toEqual({ kind: 'ignored' })
    }
  })

  test('that never arrived are found in the lists, over pages', async () => {
    const from = new Date()
    const [paid, unpaid] = [await rig.open({ amount: cents(100_000) }), await rig.open()]
    await rig.standIn.pay(paid)
    for (let amount = 1; amount <= 300; amount += 1) await rig.standIn.refundByHand(paid, amount)
    await rig.refund(await rig.openPaid(), 400)
    const chargeback = await rig.standIn.chargeBack(paid)
    const list = async () => rig.mollie.listEvents({ from, to: new Date() }, PATIENCE_MS)
    const events = await list()
    expect(events.filter(({ ref }) => ref === paid)).toHaveLength(302)
    expect(events.some(({ ref }) => ref === unpaid)).toBe(false)
    expect(events).toContainEqual({ eventId: `${paid} paid`, type: 'paid', ref: paid })
    expect(events).toContainEqual({ eventId: `${chargeback} received`, type: 'received', ref: paid })
    await rig.standIn.reverse(paid)
    expect(await list()).toContainEqual({ eventId: `${chargeback} reversed`, type: 'reversed', ref: paid })
  })
})

test('finds refunds that failed weeks after they were made', async () => {
  const ref = await rig.openPaid()
  const { ref: refund } = await rig.refund(ref, 900)
  const after = (days: number) => new Date(Date.now() + days * 86_400_000)
  const list = async () => {
    const events = await rig.mollie.listEvents({ from: after(29), to: after(30) }, PATIENCE_MS)
    return events.filter((event) => event.ref === ref)
  }
  expect(await list()).toEqual([])
  await rig.standIn.endRefund(refund, 'failed')
  expect(await list()).toEqual([{ eventId: `${refund} failed`, type: 'failed', ref }])
})

test('reads movements of the balance with the access token over pages, with fees, and until before a moment', async () => {
  const from = new Date()
  const paid = await rig.open({ amount: cents(100_000) })
  await rig.standIn.pay(paid)
  const refunds = []
  for (let amount = 1; amount <= 260; amount += 1) refunds.push(await rig.standIn.refundByHand(paid, amount))
  await rig.standIn.endRefund(refunds[0] ?? '', 'failed')
  const chargeback = await rig.standIn.chargeBack(paid, 400)
  await rig.standIn.reverse(paid)
  const transfer = await rig.standIn.payOut()
  const movements = await rig.mollie.listMovements?.({ from, to: new Date(Date.now() + 10_000) }, PATIENCE_MS)
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
  expect(await rig.mollie.listMovements?.({ from: new Date(0), to: from }, PATIENCE_MS)).not.toContainEqual(
    expect.objectContaining({ paymentRef: paid }),
  )
  const stranger = mollieAt(rig.standIn.url, { accessToken: 'access_wrong' })
  await expect(stranger.listMovements?.({ from, to: new Date() }, PATIENCE_MS)).rejects.toBeInstanceOf(ProviderBusy)
})
