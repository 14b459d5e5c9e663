import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { cents } from '#domain/money.ts'
import { openPayment } from '#server/testing/open-payment.ts'
import { PATIENCE_MS } from '#server/testing/provider-patience.ts'
import { type StripeRig, openStripeRig } from '#server/testing/stripe-stand-in/gateway-rig.ts'
import { isLive } from '#server/testing/stripe-stand-in/target.ts'
import { PaymentRefused, ProviderBusy, ProviderDoubt } from './provider.ts'
import { openStripe } from './stripe.ts'

let rig: StripeRig

beforeAll(async () => {
  rig = await openStripeRig()
})
afterEach(() => rig.reset())
afterAll(() => rig.stop())

describe('at Stripe and its stand-in', () => {
  test('opens a payment once per key, looks at it and closes it', async () => {
    const payment = openPayment()
    const first = await rig.stripe.open(payment, PATIENCE_MS)
    expect(await rig.stripe.open(payment, PATIENCE_MS)).toEqual(first)
    expect(first.redirectUrl).toMatch(/^https?:/)
    expect(await rig.look(first.ref)).toEqual({ ref: first.ref, state: 'open', refunds: [], disputes: [] })
    expect(await rig.stripe.close(first.ref, PATIENCE_MS)).toEqual({
      ref: first.ref,
      state: 'closed',
      refunds: [],
      disputes: [],
    })
    expect((await rig.stripe.close(first.ref, PATIENCE_MS)).state).toBe('closed')
    expect((await rig.look(first.ref)).state).toBe('closed')
  })

  test('refuses a payment that Stripe refuses, and doubts a key with another payment', async () => {
    const small = openPayment({ amount: cents(10), lines: [{ name: 'Sticker', quantity: 1, price: cents(10) }] })
    await expect(rig.stripe.open(small, PATIENCE_MS)).rejects.toBeInstanceOf(PaymentRefused)
    const payment = openPayment()
    await rig.stripe.open(payment, PATIENCE_MS)
    const other = rig.stripe.open({ ...payment, email: 'grace@foyer.example' }, PATIENCE_MS)
    await expect(other).rejects.toBeInstanceOf(ProviderDoubt)
  })

  test('does not repeat a wrong email address in its refusal', async () => {
    const refused = rig.stripe.open(openPayment({ email: 'ada' }), PATIENCE_MS)
    await expect(refused).rejects.toBeInstanceOf(PaymentRefused)
    await expect(refused).rejects.toThrow(/customer_email: the email address is invalid/)
  })

  test('reads nothing out of a missing payment, and refunds nothing that is not paid', async () => {
    await expect(rig.look('cs_test_missing')).rejects.toBeInstanceOf(ProviderDoubt)
    await expect(rig.stripe.close('cs_test_missing', PATIENCE_MS)).rejects.toBeInstanceOf(ProviderDoubt)
    const ref = await rig.open()
    await expect(rig.refund(ref, 100)).rejects.toBeInstanceOf(PaymentRefused)
  })

  test('asks for a later try with a wrong key', async () => {
    const account = { ...rig.target, secretKey: 'sk_test_wrong', webhookSecrets: ['whsec_test'], methods: ['card'] }
    const stranger = await openStripe(account)
    await expect(stranger.open(openPayment(), PATIENCE_MS)).rejects.toBeInstanceOf(ProviderBusy)
  })

  test('lists the event of a payment that ended', async () => {
    const from = new Date(Date.now() - 60_000)
    const ref = await rig.open()
    await rig.stripe.close(ref, PATIENCE_MS)
    const isListed = async () => {
      const events = await rig.stripe.listEvents({ from, to: new Date() }, PATIENCE_MS)
      return events.some((event) => event.ref === ref && event.type === 'checkout.session.expired')
    }
    await expect.poll(isListed, { timeout: PATIENCE_MS }).toBe(true)
  })

  test('merges the last lines of a long order', async () => {
    const lines = Array.from({ length: 120 }, (_, index) => ({ name: `Seat ${index}`, quantity: 1, price: cents(100) }))
    expect((await rig.look(await rig.open({ lines, amount: cents(12_000) }))).state).toBe('open')
  })
})

describe.skipIf(isLive)('at the stand-in', () => {
  test('sees how a payment was taken', async () => {
    const ref = await rig.openPaid()
    expect(await rig.look(ref)).toEqual({
      ref,
      state: 'taken',
      taken: { amount: 5_000, currency: 'eur' },
      paidBy: 'Visa ending 4242',
      refunds: [],
      disputes: [],
    })
    expect((await rig.stripe.close(ref, PATIENCE_MS)).state).toBe('taken')
  })

  test.each([
    ['card', 'mastercard', 'Mastercard ending 0005'],
    ['card', 'nonesuch', 'Card ending 0005'],
    ['paypal', '', 'PayPal'],
    ['eps', '', 'EPS'],
    ['sepa_debit', '', 'Sepa debit'],
  ])('names %s %s as %s', async (method, brand, name) => {
    const ref = await rig.open()
    await rig.standIn.pay(ref, { method, brand, last4: '0005' })
    expect((await rig.look(ref)).paidBy).toBe(name)
  })

  test('keeps a payment open after a decline', async () => {
    const ref = await rig.open()
    await rig.standIn.decline(ref)
    expect((await rig.look(ref)).state).toBe('open')
  })

  test('sees delayed payments as processing until their end', async () => {
    const [paid, failed] = [await rig.open(), await rig.open()]
    for (const ref of [paid, failed]) {
      await rig.standIn.payLater(ref)
      expect((await rig.look(ref)).state).toBe('processing')
      expect((await rig.stripe.close(ref, PATIENCE_MS)).state).toBe('processing')
    }
    await rig.standIn.settle(paid, 'paid')
    await rig.standIn.settle(failed, 'failed')
    expect([(await rig.look(paid)).state, (await rig.look(failed)).state]).toEqual(['taken', 'closed'])
  })

  test('sees a session that ran out as closed', async () => {
    const ref = await rig.open()
    await rig.standIn.set({ clockAheadMs: 52 * 60_000 })
    expect((await rig.look(ref)).state).toBe('closed')
  })

  test('opens a payment under its key until it cannot be paid any more', async () => {
    const payment = openPayment()
    await rig.standIn.setFaults([{ on: 'POST /v1/checkout/sessions', when: 'before', what: 'cut' }])
    await expect(rig.stripe.open(payment, PATIENCE_MS)).rejects.toBeInstanceOf(ProviderDoubt)
    await rig.standIn.set({ clockAheadMs: 20 * 60_000 })
    expect((await rig.stripe.open(payment, PATIENCE_MS)).ref).toMatch(/^cs_/)
  })

  test('refunds once per key, also after Stripe has forgotten it', async () => {
    const ref = await rig.openPaid()
    const key = randomUUID()
    const first = await rig.refund(ref, 2_000, key)
    expect(first).toEqual({ ref: first.ref, key, state: 'done', amount: 2_000, failure: undefined })
    expect(await rig.refund(ref, 2_000, key)).toEqual(first)
    const posted = (await rig.standIn.calls()).filter((call) => call.path === '/v1/refunds' && call.key === key)
    expect(posted).toHaveLength(1)
    expect((await rig.look(ref)).refunds).toEqual([first])
  })

  test('refuses refunds of more than was paid and of disputed payments', async () => {
    const ref = await rig.openPaid()
    await expect(rig.refund(ref, 5_001)).rejects.toBeInstanceOf(PaymentRefused)
    await rig.refund(ref, 5_000)
    await expect(rig.refund(ref, 1)).rejects.toThrow('charge_already_refunded')
    const disputed = await rig.openPaid()
    await rig.standIn.dispute(disputed)
    const refused = rig.refund(disputed, 100)
    await expect(refused).rejects.toBeInstanceOf(PaymentRefused)
    await expect(refused).rejects.toThrow('charge_disputed')
  })

  test.each([
    ['succeeded', 'done', undefined],
    ['failed', 'failed', 'The card was reported lost or stolen.'],
    ['canceled', 'failed', 'The refund was cancelled at Stripe.'],
  ] as const)('sees a refund that was sent end as %s', async (status, state, failure) => {
    await rig.standIn.set({ newRefunds: 'pending' })
    const ref = await rig.openPaid()
    const sent = await rig.refund(ref, 1_500)
    expect(sent.state).toBe('sent')
    await rig.standIn.endRefund(sent.ref, status)
    expect((await rig.look(ref)).refunds).toEqual([{ ...sent, state, failure }])
  })

  test('sees refunds that were made by hand, also more than one page of them', async () => {
    const ref = await rig.openPaid()
    for (let made = 0; made < 12; made += 1) await rig.standIn.refundByHand(ref, 100)
    const { refunds } = await rig.look(ref)
    expect(refunds).toHaveLength(12)
    expect(new Set(refunds.map(({ key }) => key))).toEqual(new Set([undefined]))
  })

  test('sees disputes and their end', async () => {
    const ref = await rig.openPaid()
    const id = await rig.standIn.dispute(ref, { amount: 3_000 })
    const { disputes } = await rig.look(ref)
    expect(disputes).toEqual([{ ref: id, amount: 3_000, state: 'open', openedAt: expect.any(Date) }])
    await rig.standIn.endDispute(id, 'lost')
    expect((await rig.look(ref)).disputes).toMatchObject([{ state: 'lost' }])
  })

  test('sees inquiries as disputes that leave the payment refundable', async () => {
    const ref = await rig.openPaid()
    const id = await rig.standIn.dispute(ref, { isInquiry: true })
    expect((await rig.look(ref)).disputes).toMatchObject([{ ref: id, state: 'inquiry' }])
    expect((await rig.refund(ref, 100)).state).toBe('done')
    await rig.standIn.endDispute(id, 'won')
    expect((await rig.look(ref)).disputes).toMatchObject([{ state: 'won' }])
  })
})
