import { randomUUID } from 'node:crypto'
import { type Server, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { cents } from '#domain/money.ts'
import { type MollieRig, mollieAt, mollieOrder, openMollieRig } from '#server/testing/mollie-stand-in/gateway-rig.ts'
import { BRIEF_MS, PATIENCE_MS } from '#server/testing/provider-patience.ts'
import { providerFaults } from '#server/testing/stand-in/provider-faults.ts'
import { type PaymentProvider, ProviderDoubt } from './provider.ts'

let rig: MollieRig

beforeAll(async () => {
  rig = await openMollieRig()
})
afterEach(() => rig.reset())
afterAll(() => rig.stop())

describe.each(providerFaults)('with the fault $fault.when $fault.what', ({ fault, error, hasEffect }) => {
  const timeoutMs = fault.what === 'silence' ? BRIEF_MS : PATIENCE_MS
  const effects = hasEffect ? 1 : 0

  test('opens, refunds and closes once, or says that it does not know', async () => {
    const payment = mollieOrder()
    const count = async () => (await rig.standIn.ledger()).filter((entry) => entry.payment === payment.key).length
    await rig.standIn.setFaults([{ on: 'POST', ...fault }])
    await expect(rig.mollie.open(payment, timeoutMs)).rejects.toBeInstanceOf(error)
    expect(await count()).toBe(effects)
    expect((await rig.standIn.calls()).filter(({ key }) => key === payment.key)).toHaveLength(1)
    const { ref } = await rig.mollie.open(payment, PATIENCE_MS)
    expect(await count()).toBe(1)

    const [paid, key] = [await rig.openPaid(), randomUUID()]
    await rig.standIn.setFaults([{ on: 'POST', ...fault }])
    await expect(
      rig.mollie.refund(
        { key, formerKeys: [], knownKeys: [key], endedDisputes: [], ref: paid, amount: cents(700) },
        timeoutMs,
      ),
    ).rejects.toBeInstanceOf(error)
    expect((await rig.look(paid)).refunds).toHaveLength(effects)
    await rig.refund(paid, 700, key)
    expect((await rig.look(paid)).refunds).toMatchObject([{ key, amount: 700 }])

    await rig.standIn.setFaults([{ on: 'DELETE', ...fault }])
    await expect(rig.mollie.close(ref, timeoutMs)).rejects.toBeInstanceOf(error)
    expect((await rig.look(ref)).state).toBe(hasEffect ? 'closed' : 'open')
    expect((await rig.close(ref)).state).toBe('closed')
  })

  test('looks or says that it does not know', async () => {
    const ref = await rig.openPaid()
    await rig.standIn.setFaults([{ on: 'GET', ...fault }])
    await expect(rig.mollie.look(ref, timeoutMs)).rejects.toBeInstanceOf(error)
    expect((await rig.look(ref)).state).toBe('taken')
  })
})

test('says that an error 500 may be kept for its key', async () => {
  await rig.standIn.setFaults([{ on: 'POST', when: 'after', what: 500 }])
  await expect(rig.mollie.open(mollieOrder(), PATIENCE_MS)).rejects.toMatchObject({ isKept: true })
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
    stranger = mollieAt(`http://127.0.0.1:${port()}`)
  })
  afterAll(() => server.close())

  const payment = '{"resource":"payment","id":"tr_1","status":"paid","amount":{"currency":"EUR","value":"1"}}'
  const wholePayment = JSON.stringify({
    ...{ resource: 'payment', id: 'tr_1', status: 'open', amount: { currency: 'EUR', value: '1.00' } },
    ...{ createdAt: '2026-01-01T00:00:00Z', _links: { checkout: { href: 'https://pay.example/' } } },
  })
  test.each([
    ['a page', { status: 200, body: '<html>' }],
    ['JSON of another program', { status: 200, body: '{"resource":"order"}' }],
    ['half a payment', { status: 200, body: payment }],
    ['a payment of more than can be counted', { status: 200, body: wholePayment.replace('1.00', `${10 ** 14}.99`) }],
    ['a payment with NUL in its id', { status: 200, body: wholePayment.replace('tr_1', String.raw`tr_\u0000`) }],
    ['a payment without a web address', { status: 200, body: wholePayment.replace('https:', 'javascript:') }],
    ['a payment in an answer that is far too long', { status: 200, body: `${wholePayment}${' '.repeat(9_000_000)}` }],
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
      () => stranger.open(mollieOrder(), PATIENCE_MS),
      () => stranger.look('tr_1', PATIENCE_MS),
      () => stranger.listEvents({ from: new Date(), to: new Date() }, PATIENCE_MS),
    ]
    for (const call of calls) {
      count = 0
      await expect(call()).rejects.toBeInstanceOf(ProviderDoubt)
      expect(count).toBe(1)
    }
  })

  test('doubts more money than a payment can have', async () => {
    answer = { status: 200, body: wholePayment.replace('"open"', '"paid"').replace('1.00', '21474836.48') }
    await expect(stranger.look('tr_1', PATIENCE_MS)).rejects.toBeInstanceOf(ProviderDoubt)
    answer = { status: 200, body: answer.body.replace('21474836.48', '21474836.47') }
    expect((await stranger.look('tr_1', PATIENCE_MS)).taken?.amount).toBe(2_147_483_647)
  })

  test('doubts an answer about another payment', async () => {
    answer = { status: 200, body: wholePayment.replace('"open"', '"canceled"') }
    expect((await stranger.look('tr_1', PATIENCE_MS)).state).toBe('closed')
    expect((await stranger.close('tr_1', PATIENCE_MS)).state).toBe('closed')
    await expect(stranger.look('tr_2', PATIENCE_MS)).rejects.toBeInstanceOf(ProviderDoubt)
    await expect(stranger.close('tr_2', PATIENCE_MS)).rejects.toBeInstanceOf(ProviderDoubt)
  })
})
