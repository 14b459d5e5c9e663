import { expect, test } from 'vitest'
import { readSettings } from '#server/env.ts'
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
