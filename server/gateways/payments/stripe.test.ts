import { randomUUID } from 'node:crypto'
import { type Server, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { cents } from '#domain/money.ts'
import { openPayment } from '#server/testing/open-payment.ts'
import type { FaultInput } from '#server/testing/stand-in/faults.ts'
import type { StripeStandIn } from '#server/testing/stripe-stand-in/start.ts'
import { type StripeTarget, isLive, openStripeTarget } from '#server/testing/stripe-stand-in/target.ts'
import { type OpenPayment, type PaymentProvider, PaymentRefused, ProviderBusy, ProviderDoubt } from './provider.ts'
import { openStripe } from './stripe.ts'

/** A guard against hanging, not a yardstick. */
const PATIENCE_MS = 20_000
/** The time for calls that get no answer. */
const BRIEF_MS = 300

let target: StripeTarget
let standIn: StripeStandIn
let stripe: PaymentProvider

beforeAll(async () => {
  target = await openStripeTarget()
  if (target.standIn) standIn = target.standIn
  stripe = await openStripe({ ...target, webhookSecrets: ['whsec_test'], methods: ['card'] })
})
afterEach(async () => {
  if (isLive) return
  await standIn.setFaults([])
  await standIn.set({ newRefunds: 'succeeded', clockAheadMs: 0 })
})
afterAll(() => target.standIn?.stop())

const open = async (changes?: Partial<OpenPayment>) => (await stripe.open(openPayment(changes), PATIENCE_MS)).ref
const look = (ref: string) => stripe.look(ref, PATIENCE_MS)

async function openPaid(): Promise<string> {
  const ref = await open()
  await standIn.pay(ref)
  return ref
}

const refund = (ref: string, amount: number, key = randomUUID()) =>
  stripe.refund({ key, formerKeys: [], ref, amount: cents(amount) }, PATIENCE_MS)

describe('at Stripe and its stand-in', () => {
  test('opens a payment once per key, looks at it and closes it', async () => {
    const payment = openPayment()
    const first = await stripe.open(payment, PATIENCE_MS)
    expect(await stripe.open(payment, PATIENCE_MS)).toEqual(first)
    expect(first.redirectUrl).toMatch(/^https?:/)
    expect(await look(first.ref)).toEqual({ ref: first.ref, state: 'open', refunds: [], disputes: [] })
    expect(await stripe.close(first.ref, PATIENCE_MS)).toEqual({
      ref: first.ref,
      state: 'closed',
      refunds: [],
      disputes: [],
    })
    expect((await stripe.close(first.ref, PATIENCE_MS)).state).toBe('closed')
    expect((await look(first.ref)).state).toBe('closed')
  })

  test('refuses a payment that Stripe refuses, and doubts a key with another payment', async () => {
    const small = openPayment({ amount: cents(10), lines: [{ name: 'Sticker', quantity: 1, price: cents(10) }] })
    await expect(stripe.open(small, PATIENCE_MS)).rejects.toBeInstanceOf(PaymentRefused)
    const payment = openPayment()
    await stripe.open(payment, PATIENCE_MS)
    const other = stripe.open({ ...payment, email: 'grace@foyer.example' }, PATIENCE_MS)
    await expect(other).rejects.toBeInstanceOf(ProviderDoubt)
  })

  test('does not repeat a wrong email address in its refusal', async () => {
    const refused = stripe.open(openPayment({ email: 'ada' }), PATIENCE_MS)
    await expect(refused).rejects.toBeInstanceOf(PaymentRefused)
    await expect(refused).rejects.toThrow(/customer_email: the email address is invalid/)
  })

  test('reads nothing out of a missing payment, and refunds nothing that is not paid', async () => {
    await expect(look('cs_test_missing')).rejects.toBeInstanceOf(ProviderDoubt)
    await expect(stripe.close('cs_test_missing', PATIENCE_MS)).rejects.toBeInstanceOf(ProviderDoubt)
    const ref = await open()
    await expect(refund(ref, 100)).rejects.toBeInstanceOf(PaymentRefused)
  })

  test('asks for a later try with a wrong key', async () => {
    const account = { ...target, secretKey: 'sk_test_wrong', webhookSecrets: ['whsec_test'], methods: ['card'] }
    const stranger = await openStripe(account)
    await expect(stranger.open(openPayment(), PATIENCE_MS)).rejects.toBeInstanceOf(ProviderBusy)
  })

  test('lists the event of a payment that ended', async () => {
    const from = new Date(Date.now() - 60_000)
    const ref = await open()
    await stripe.close(ref, PATIENCE_MS)
    const isListed = async () => {
      const events = await stripe.listEvents({ from, to: new Date() }, PATIENCE_MS)
      return events.some((event) => event.ref === ref && event.type === 'checkout.session.expired')
    }
    await expect.poll(isListed, { timeout: PATIENCE_MS }).toBe(true)
  })

  test('merges the last lines of a long order', async () => {
    const lines = Array.from({ length: 120 }, (_, index) => ({ name: `Seat ${index}`, quantity: 1, price: cents(100) }))
    expect((await look(await open({ lines, amount: cents(12_000) }))).state).toBe('open')
  })
})

describe.skipIf(isLive)('at the stand-in', () => {
  test('sees how a payment was taken', async () => {
    const ref = await openPaid()
    expect(await look(ref)).toEqual({
      ref,
      state: 'taken',
      taken: { amount: 5_000, currency: 'eur' },
      paidBy: 'Visa ending 4242',
      refunds: [],
      disputes: [],
    })
    expect((await stripe.close(ref, PATIENCE_MS)).state).toBe('taken')
  })

  test.each([
    ['card', 'mastercard', 'Mastercard ending 0005'],
    ['card', 'nonesuch', 'Card ending 0005'],
    ['paypal', '', 'PayPal'],
    ['eps', '', 'EPS'],
    ['sepa_debit', '', 'Sepa debit'],
  ])('names %s %s as %s', async (method, brand, name) => {
    const ref = await open()
    await standIn.pay(ref, { method, brand, last4: '0005' })
    expect((await look(ref)).paidBy).toBe(name)
  })

  test('keeps a payment open after a decline', async () => {
    const ref = await open()
    await standIn.decline(ref)
    expect((await look(ref)).state).toBe('open')
  })

  test('sees delayed payments as processing until their end', async () => {
    const [paid, failed] = [await open(), await open()]
    for (const ref of [paid, failed]) {
      await standIn.payLater(ref)
      expect((await look(ref)).state).toBe('processing')
      expect((await stripe.close(ref, PATIENCE_MS)).state).toBe('processing')
    }
    await standIn.settle(paid, 'paid')
    await standIn.settle(failed, 'failed')
    expect([(await look(paid)).state, (await look(failed)).state]).toEqual(['taken', 'closed'])
  })

  test('sees a session that ran out as closed', async () => {
    const ref = await open()
    await standIn.set({ clockAheadMs: 52 * 60_000 })
    expect((await look(ref)).state).toBe('closed')
  })

  test('opens a payment under its key until it cannot be paid any more', async () => {
    const payment = openPayment()
    await standIn.setFaults([{ on: 'POST /v1/checkout/sessions', when: 'before', what: 'cut' }])
    await expect(stripe.open(payment, PATIENCE_MS)).rejects.toBeInstanceOf(ProviderDoubt)
    await standIn.set({ clockAheadMs: 20 * 60_000 })
    expect((await stripe.open(payment, PATIENCE_MS)).ref).toMatch(/^cs_/)
  })

  test('refunds once per key, also after Stripe has forgotten it', async () => {
    const ref = await openPaid()
    const key = randomUUID()
    const first = await refund(ref, 2_000, key)
    expect(first).toEqual({ ref: first.ref, key, state: 'done', amount: 2_000, failure: undefined })
    expect(await refund(ref, 2_000, key)).toEqual(first)
    const posted = (await standIn.calls()).filter((call) => call.path === '/v1/refunds' && call.key === key)
    expect(posted).toHaveLength(1)
    expect((await look(ref)).refunds).toEqual([first])
  })

  test('refuses refunds of more than was paid and of disputed payments', async () => {
    const ref = await openPaid()
    await expect(refund(ref, 5_001)).rejects.toBeInstanceOf(PaymentRefused)
    await refund(ref, 5_000)
    await expect(refund(ref, 1)).rejects.toThrow('charge_already_refunded')
    const disputed = await openPaid()
    await standIn.dispute(disputed)
    const refused = refund(disputed, 100)
    await expect(refused).rejects.toBeInstanceOf(PaymentRefused)
    await expect(refused).rejects.toThrow('charge_disputed')
  })

  test.each([
    ['succeeded', 'done', undefined],
    ['failed', 'failed', 'The card was reported lost or stolen.'],
    ['canceled', 'failed', 'The refund was cancelled at Stripe.'],
  ] as const)('sees a refund that was sent end as %s', async (status, state, failure) => {
    await standIn.set({ newRefunds: 'pending' })
    const ref = await openPaid()
    const sent = await refund(ref, 1_500)
    expect(sent.state).toBe('sent')
    await standIn.endRefund(sent.ref, status)
    expect((await look(ref)).refunds).toEqual([{ ...sent, state, failure }])
  })

  test('sees refunds that were made by hand, also more than one page of them', async () => {
    const ref = await openPaid()
    for (let made = 0; made < 12; made += 1) await standIn.refundByHand(ref, 100)
    const { refunds } = await look(ref)
    expect(refunds).toHaveLength(12)
    expect(new Set(refunds.map(({ key }) => key))).toEqual(new Set([undefined]))
  })

  test('sees disputes and their end', async () => {
    const ref = await openPaid()
    const id = await standIn.dispute(ref, { amount: 3_000 })
    const { disputes } = await look(ref)
    expect(disputes).toEqual([{ ref: id, amount: 3_000, state: 'open', openedAt: expect.any(Date) }])
    await standIn.endDispute(id, 'lost')
    expect((await look(ref)).disputes).toMatchObject([{ state: 'lost' }])
  })

  test('sees inquiries as disputes that leave the payment refundable', async () => {
    const ref = await openPaid()
    const id = await standIn.dispute(ref, { isInquiry: true })
    expect((await look(ref)).disputes).toMatchObject([{ ref: id, state: 'inquiry' }])
    expect((await refund(ref, 100)).state).toBe('done')
    await standIn.endDispute(id, 'won')
    expect((await look(ref)).disputes).toMatchObject([{ state: 'won' }])
  })
})

/** Faults with the errors that they lead to, and whether the call had an effect. */
const FAULTS: { fault: FaultInput; error: typeof ProviderBusy | typeof ProviderDoubt; hasEffect: boolean }[] = [
  { fault: { when: 'before', what: 'cut' }, error: ProviderDoubt, hasEffect: false },
  { fault: { when: 'after', what: 'cut' }, error: ProviderDoubt, hasEffect: true },
  { fault: { when: 'inside', what: 'cut' }, error: ProviderDoubt, hasEffect: true },
  { fault: { when: 'before', what: 'silence' }, error: ProviderDoubt, hasEffect: false },
  { fault: { when: 'after', what: 'silence' }, error: ProviderDoubt, hasEffect: true },
  { fault: { when: 'inside', what: 'silence' }, error: ProviderDoubt, hasEffect: true },
  { fault: { when: 'before', what: 429 }, error: ProviderBusy, hasEffect: false },
  { fault: { when: 'before', what: 503 }, error: ProviderDoubt, hasEffect: false },
  { fault: { when: 'after', what: 502 }, error: ProviderDoubt, hasEffect: true },
]

describe.skipIf(isLive).each(FAULTS)('with the fault $fault.when $fault.what', ({ fault, error, hasEffect }) => {
  const timeoutMs = fault.what === 'silence' ? BRIEF_MS : PATIENCE_MS

  test('opens once', async () => {
    const payment = openPayment()
    const count = async () => (await standIn.ledger()).filter((entry) => entry.payment === payment.key).length
    await standIn.setFaults([{ on: 'POST', ...fault }])
    await expect(stripe.open(payment, timeoutMs)).rejects.toBeInstanceOf(error)
    expect(await count()).toBe(hasEffect ? 1 : 0)
    expect((await standIn.calls()).filter((call) => call.key === payment.key)).toHaveLength(1)
    await stripe.open(payment, PATIENCE_MS)
    expect(await count()).toBe(1)
  })

  test('refunds once', async () => {
    const [ref, key] = [await openPaid(), randomUUID()]
    await standIn.setFaults([{ on: 'POST', ...fault }])
    await expect(stripe.refund({ key, formerKeys: [], ref, amount: cents(700) }, timeoutMs)).rejects.toBeInstanceOf(
      error,
    )
    expect((await standIn.calls()).filter((call) => call.key === key)).toHaveLength(1)
    expect((await look(ref)).refunds).toHaveLength(hasEffect ? 1 : 0)
    await refund(ref, 700, key)
    expect((await look(ref)).refunds).toMatchObject([{ key, amount: 700 }])
  })

  test('closes or says that it does not know', async () => {
    const ref = await open()
    await standIn.setFaults([{ on: 'POST', ...fault }])
    await expect(stripe.close(ref, timeoutMs)).rejects.toBeInstanceOf(error)
    expect((await look(ref)).state).toBe(hasEffect ? 'closed' : 'open')
    expect((await stripe.close(ref, PATIENCE_MS)).state).toBe('closed')
  })

  test('looks or says that it does not know', async () => {
    const ref = await openPaid()
    await standIn.setFaults([{ on: 'GET', ...fault }])
    await expect(stripe.look(ref, timeoutMs)).rejects.toBeInstanceOf(error)
    expect((await look(ref)).state).toBe('taken')
  })
})

describe.skipIf(isLive)('with other faults', () => {
  test('doubts a payment whose key has an error 500, which Stripe repeats', async () => {
    const payment = openPayment()
    await standIn.setFaults([{ on: 'POST', when: 'after', what: 500 }])
    await expect(stripe.open(payment, PATIENCE_MS)).rejects.toBeInstanceOf(ProviderDoubt)
    await expect(stripe.open(payment, PATIENCE_MS)).rejects.toBeInstanceOf(ProviderDoubt)
  })

  test('asks for a later try while the key is in use', async () => {
    const payment = openPayment()
    await standIn.setFaults([{ on: 'POST', when: 'before', what: 'delay', delayMs: 600 }])
    await expect(stripe.open(payment, BRIEF_MS)).rejects.toBeInstanceOf(ProviderDoubt)
    await expect(stripe.open(payment, PATIENCE_MS)).rejects.toBeInstanceOf(ProviderBusy)
    await expect
      .poll(() =>
        stripe.open(payment, PATIENCE_MS).then(
          ({ ref }) => ref,
          () => '',
        ),
      )
      .toMatch(/^cs_/)
  })

  test('ends calls of several requests in time', async () => {
    const ref = await openPaid()
    await standIn.setFaults([{ when: 'before', what: 'delay', delayMs: 400, times: 9 }])
    await expect(stripe.close(ref, 600)).rejects.toThrow('timeout')
    expect((await standIn.calls()).filter(({ path }) => path.includes(ref))).toHaveLength(2)
  })

  test.each([
    ['a page', 200, 'text/html', '<html>'],
    ['JSON of another program', 200, 'application/json', '{"object":"list","data":[]}'],
    ['JSON of a gateway', 502, 'application/json', '{"message":"Bad Gateway"}'],
    ['a refusal of a gateway', 400, 'application/json', '{"error":"Bad Request"}'],
    ['nothing', 204, 'text/plain', ''],
    ['null', 200, 'application/json', 'null'],
    ['a redirection', 307, 'text/plain', ''],
    ['a refusal that is not Stripe’s', 403, 'text/html', '<html>'],
  ])('doubts %s as an answer', async (_name, status, type, body) => {
    let calls = 0
    const server: Server = createServer((_request, reply) => {
      calls += 1
      reply.writeHead(status, { 'content-type': type, location: '/elsewhere' }).end(body)
    }).listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    const apiUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const lost = await openStripe({ secretKey: 'sk_test_x', webhookSecrets: [], methods: ['card'], apiUrl })
    await expect(lost.open(openPayment(), PATIENCE_MS)).rejects.toBeInstanceOf(ProviderDoubt)
    await expect(lost.close('cs_test_1', PATIENCE_MS)).rejects.toBeInstanceOf(ProviderDoubt)
    expect(calls).toBe(2)
    server.close()
  })

  test('doubts an address at which nobody listens', async () => {
    const apiUrl = 'http://127.0.0.1:9'
    const lost = await openStripe({ secretKey: 'sk_test_x', webhookSecrets: [], methods: ['card'], apiUrl })
    await expect(lost.open(openPayment(), PATIENCE_MS)).rejects.toBeInstanceOf(ProviderDoubt)
  })
})
