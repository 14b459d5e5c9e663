import { expect, test } from 'vitest'
import { toMollieSighting } from './mollie-sighting.ts'
import { ProviderDoubt } from './provider.ts'
import { toSighting } from './stripe-sighting.ts'

const atMollie = (value: string) =>
  toMollieSighting({ id: 'tr_1', status: 'paid', amount: { value, currency: 'EUR' } } as never)
const atStripe = (received: number | undefined) =>
  toSighting({
    session: { id: 'cs_1', status: 'complete', payment_status: 'paid' },
    intent: received === undefined ? received : { status: 'succeeded', amount_received: received, currency: 'eur' },
    ...{ charge: undefined, refunds: [], disputes: [] },
  } as never)

test('doubts a provider that has taken nothing, does not say how much, or names an amount that no payment can have', () => {
  expect(atMollie('0.01').taken).toEqual({ amount: 1, currency: 'eur' })
  expect(atStripe(1).taken).toEqual({ amount: 1, currency: 'eur' })
  for (const value of ['0.00', '-1.00', '99999999999.00']) expect(() => atMollie(value)).toThrow(ProviderDoubt)
  for (const received of [0, -1, 9_999_999_999, undefined]) expect(() => atStripe(received)).toThrow(ProviderDoubt)
})
