import { randomUUID } from 'node:crypto'
import { type Server, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { cents } from '#domain/money.ts'
import { openPayment } from '#server/testing/open-payment.ts'
import { BRIEF_MS, PATIENCE_MS } from '#server/testing/provider-patience.ts'
import { providerFaults } from '#server/testing/stand-in/provider-faults.ts'
import { type StripeRig, openStripeRig } from '#server/testing/stripe-stand-in/gateway-rig.ts'
import { isLive } from '#server/testing/stripe-stand-in/target.ts'
import { ProviderBusy, ProviderDoubt } from './provider.ts'
import { openStripe } from './stripe.ts'

let rig: StripeRig

beforeAll(async () => {
  rig = await openStripeRig()
})
afterEach(() => rig.reset())
afterAll(() => rig.stop())

describe.skipIf(isLive).each(providerFaults)(
  'with the fault $fault.when $fault.what',
  ({ fault, error, hasEffect }) => {
    const timeoutMs = fault.what === 'silence' ? BRIEF_MS : PATIENCE_MS

    test('opens once', async () => {
      const payment = openPayment()
      const count = async () => (await rig.standIn.ledger()).filter((entry) => entry.payment === payment.key).length
      await rig.standIn.setFaults([{ on: 'POST', ...fault }])
      await expect(rig.stripe.open(payment, timeoutMs)).rejects.toBeInstanceOf(error)
      expect(await count()).toBe(hasEffect ? 1 : 0)
      expect((await rig.standIn.calls()).filter((call) => call.key === payment.key)).toHaveLength(1)
      await rig.stripe.open(payment, PATIENCE_MS)
      expect(await count()).toBe(1)
    })

    test('refunds once', async () => {
      const [ref, key] = [await rig.openPaid(), randomUUID()]
      await rig.standIn.setFaults([{ on: 'POST', ...fault }])
      await expect(
        rig.stripe.refund(
          { key, formerKeys: [], knownKeys: [key], endedDisputes: [], ref, amount: cents(700) },
          timeoutMs,
        ),
      ).rejects.toBeInstanceOf(error)
      expect((await rig.standIn.calls()).filter((call) => call.key === key)).toHaveLength(1)
      expect((await rig.look(ref)).refunds).toHaveLength(hasEffect ? 1 : 0)
      await rig.refund(ref, 700, key)
      expect((await rig.look(ref)).refunds).toMatchObject([{ key, amount: 700 }])
    })

    test('closes or says that it does not know', async () => {
      const ref = await rig.open()
      await rig.standIn.setFaults([{ on: 'POST', ...fault }])
      await expect(rig.stripe.close(ref, timeoutMs)).rejects.toBeInstanceOf(error)
      expect((await rig.look(ref)).state).toBe(hasEffect ? 'closed' : 'open')
      expect((await rig.stripe.close(ref, PATIENCE_MS)).state).toBe('closed')
    })

    test('looks or says that it does not know', async () => {
      const ref = await rig.openPaid()
      await rig.standIn.setFaults([{ on: 'GET', ...fault }])
      await expect(rig.stripe.look(ref, timeoutMs)).rejects.toBeInstanceOf(error)
      expect((await rig.look(ref)).state).toBe('taken')
    })
  },
)

describe.skipIf(isLive)('with other faults', () => {
  test('doubts a payment whose key has an error 500, which Stripe repeats', async () => {
    const payment = openPayment()
    await rig.standIn.setFaults([{ on: 'POST', when: 'after', what: 500 }])
    await expect(rig.stripe.open(payment, PATIENCE_MS)).rejects.toBeInstanceOf(ProviderDoubt)
    await expect(rig.stripe.open(payment, PATIENCE_MS)).rejects.toBeInstanceOf(ProviderDoubt)
  })

  test('asks for a later try while the key is in use', async () => {
    const payment = openPayment()
    await rig.standIn.setFaults([{ on: 'POST', when: 'before', what: 'delay', delayMs: 2 * BRIEF_MS }])
    await expect(rig.stripe.open(payment, BRIEF_MS)).rejects.toBeInstanceOf(ProviderDoubt)
    await expect(rig.stripe.open(payment, PATIENCE_MS)).rejects.toBeInstanceOf(ProviderBusy)
    await expect
      .poll(() =>
        rig.stripe.open(payment, PATIENCE_MS).then(
          ({ ref }) => ref,
          () => '',
        ),
      )
      .toMatch(/^cs_/)
  })

  test('ends calls of several requests in time', async () => {
    const ref = await rig.openPaid()
    await rig.standIn.setFaults([{ when: 'before', what: 'delay', delayMs: 400, times: 9 }])
    await expect(rig.stripe.close(ref, 600)).rejects.toThrow('timeout')
    expect((await rig.standIn.calls()).filter(({ path }) => path.includes(ref))).toHaveLength(2)
  })

  const session = '{"object":"checkout.session","id":"cs_test_1","url":"https://pay.example/","status":"open"}'
  test.each([
    ['a page', 200, 'text/html', '<html>'],
    ['JSON of another program', 200, 'application/json', '{"object":"list","data":[]}'],
    ['JSON of a gateway', 502, 'application/json', '{"message":"Bad Gateway"}'],
    ['a refusal of a gateway', 400, 'application/json', '{"error":"Bad Request"}'],
    ['nothing', 204, 'text/plain', ''],
    ['null', 200, 'application/json', 'null'],
    ['a session in an answer that is far too long', 200, 'application/json', `${session}${' '.repeat(9_000_000)}`],
    ['a redirection', 307, 'text/plain', ''],
    ['a refusal that is not Stripe’s', 403, 'text/html', '<html>'],
  ])('doubts %s as an answer', async (_name, status, type, body) => {
    const { lost, calls, stop } = await answeredBy(status, type, body)
    await expect(lost.open(openPayment(), PATIENCE_MS)).rejects.toBeInstanceOf(ProviderDoubt)
    await expect(lost.close('cs_test_1', PATIENCE_MS)).rejects.toBeInstanceOf(ProviderDoubt)
    expect(calls()).toBe(2)
    stop()
  })

  test('doubts an answer about another session', async () => {
    const expired = session.replace('"open"', '"expired"')
    const { lost, stop } = await answeredBy(200, 'application/json', expired)
    expect((await lost.look('cs_test_1', PATIENCE_MS)).state).toBe('closed')
    expect((await lost.close('cs_test_1', PATIENCE_MS)).state).toBe('closed')
    await expect(lost.look('cs_test_2', PATIENCE_MS)).rejects.toBeInstanceOf(ProviderDoubt)
    await expect(lost.close('cs_test_2', PATIENCE_MS)).rejects.toBeInstanceOf(ProviderDoubt)
    stop()
  })

  test.each([-3_000, 2_999.5, 99_999_999_999_999, '3000', null])(
    'doubts %s as the money that was taken',
    async (taken) => {
      const charge = { refunds: { data: [] } }
      const intent = { object: 'payment_intent', amount_received: taken, currency: 'eur', latest_charge: charge }
      const paid = { id: 'cs_test_1', object: 'checkout.session', status: 'complete', payment_status: 'paid' }
      const { lost, stop } = await answeredBy(
        200,
        'application/json',
        JSON.stringify({ ...paid, payment_intent: intent }),
      )
      await expect(lost.look('cs_test_1', PATIENCE_MS)).rejects.toBeInstanceOf(ProviderDoubt)
      stop()
    },
  )

  test.each(['javascript:alert(1)', 'data:text/html,x', 'pay'])('doubts %s as the page to pay on', async (url) => {
    const { lost, stop } = await answeredBy(200, 'application/json', session.replace('https://pay.example/', url))
    await expect(lost.open(openPayment(), PATIENCE_MS)).rejects.toBeInstanceOf(ProviderDoubt)
    stop()
  })

  test('doubts an address at which nobody listens', async () => {
    const apiUrl = 'http://127.0.0.1:9'
    const lost = await openStripe({ secretKey: 'sk_test_x', webhookSecrets: [], methods: ['card'], apiUrl })
    await expect(lost.open(openPayment(), PATIENCE_MS)).rejects.toBeInstanceOf(ProviderDoubt)
  })
})

/** Opens the gateway to a server that gives every request the same answer. */
async function answeredBy(status: number, type: string, body: string) {
  let calls = 0
  const server: Server = createServer((_request, reply) => {
    calls += 1
    reply.writeHead(status, { 'content-type': type, location: '/elsewhere' }).end(body)
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const apiUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const lost = await openStripe({ secretKey: 'sk_test_x', webhookSecrets: [], methods: ['card'], apiUrl })
  return { lost, calls: () => calls, stop: () => server.close() }
}
