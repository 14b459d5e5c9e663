import { expect, test } from 'vitest'
import { readSettings } from '#server/settings/env.ts'
import { providersOf } from './providers-of.ts'

test.each([
  ['sk_test_1', true],
  ['rk_test_1', true],
  ['sk_live_1', false],
  ['rk_live_1', false],
])('opens Stripe with the key %s', async (STRIPE_SECRET_KEY, isTest) => {
  const settings = readSettings({ PAYMENTS: 'stripe', STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET: 'whsec_1' })
  expect(await providersOf(settings)).toMatchObject([{ name: 'stripe', isTest }])
})

test('opens nothing without the setting', async () => {
  expect(await providersOf(readSettings({ STRIPE_SECRET_KEY: 'sk_test_1' }))).toEqual([])
})

test.each([
  ['test_1', true],
  ['live_1', false],
])('opens Mollie with the key %s', async (MOLLIE_API_KEY, isTest) => {
  const settings = readSettings({ PAYMENTS: 'mollie', MOLLIE_API_KEY, MOLLIE_METHODS: 'eps, paypal' })
  const [mollie] = await providersOf(settings)
  expect(mollie).toMatchObject({ name: 'mollie', isTest, paymentTypes: ['VISA', 'DEBITCARD', 'PAYPAL'] })
})

test('opens several in the order of the setting', async () => {
  const keys = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1', MOLLIE_API_KEY: 'test_1' }
  const namesFor = async (PAYMENTS: string) =>
    (await providersOf(readSettings({ ...keys, PAYMENTS }))).map(({ name }) => name)
  expect(await namesFor('stripe, mollie')).toEqual(['stripe', 'mollie'])
  expect(await namesFor('mollie, desk, stripe')).toEqual(['mollie', 'stripe'])
})
