import { expect, test } from 'vitest'
import { readServerSettings, readSettings } from './env.ts'

const stripe = { PAYMENTS: 'stripe', STRIPE_SECRET_KEY: 'rk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' }
const refused = (settings: Record<string, string>) => () => readServerSettings(settings)

test('payments are simulated without a setting', () => {
  expect(readServerSettings({}).PAYMENTS).toEqual([])
})

test('payments read several secrets and methods', () => {
  const settings = { ...stripe, STRIPE_WEBHOOK_SECRET: 'whsec_1, whsec_2', STRIPE_METHODS: 'card, eps' }
  expect(readServerSettings(settings)).toMatchObject({
    STRIPE_WEBHOOK_SECRET: ['whsec_1', 'whsec_2'],
    STRIPE_METHODS: ['card', 'eps'],
  })
  expect(readServerSettings(stripe).STRIPE_METHODS).toEqual(['card'])
  expect(refused({ ...stripe, STRIPE_METHODS: 'card, cash' })).toThrow('STRIPE_METHODS must be some of card, link,')
})

test('payments need a key and a secret', () => {
  expect(refused({ PAYMENTS: 'stripe', STRIPE_WEBHOOK_SECRET: 'whsec_1' })).toThrow('needs STRIPE_SECRET_KEY')
  expect(refused({ PAYMENTS: 'stripe', STRIPE_SECRET_KEY: 'sk_live_1' })).toThrow('needs STRIPE_WEBHOOK_SECRET')
})

test('payments need a key of Mollie, and methods that it has', () => {
  const mollie = { PAYMENTS: 'mollie', MOLLIE_API_KEY: 'live_1' }
  expect(refused({ PAYMENTS: 'mollie' })).toThrow('PAYMENTS=mollie needs MOLLIE_API_KEY')
  expect(refused({ ...mollie, MOLLIE_METHODS: 'card' })).toThrow('MOLLIE_METHODS must be some of creditcard, applepay,')
  expect(readServerSettings(mollie).MOLLIE_METHODS).toEqual(['creditcard'])
})

test('payments need an account for transfers', () => {
  const account = { BANK_IBAN: 'at48 3200 0000 1234 5864', BANK_OWNER: 'Foyer GmbH' }
  expect(refused({ PAYMENTS: 'desk, transfer', BANK_OWNER: 'Foyer GmbH' })).toThrow('needs BANK_IBAN')
  expect(refused({ PAYMENTS: 'transfer', BANK_IBAN: account.BANK_IBAN })).toThrow('needs BANK_OWNER')
  expect(refused({ PAYMENTS: 'transfer', ...account, BANK_OWNER: ' ' })).toThrow('BANK_OWNER must not be blank')
  expect(refused({ PAYMENTS: 'transfer', ...account, BANK_OWNER: 'Театр Łódź' })).toThrow(
    'BANK_OWNER must be in Latin letters',
  )
  expect(readSettings({ PAYMENTS: 'transfer', ...account, BANK_OWNER: 'Théâtre „Łódź“ & Søn' })).toBeDefined()
  const { bankAccount } = readServerSettings({ PAYMENTS: 'transfer', ...account, BANK_OWNER: ' Foyer GmbH ' })
  expect(bankAccount?.owner).toBe('Foyer GmbH')
  expect(readServerSettings({ PAYMENTS: 'desk, transfer', ...account })).toMatchObject({
    PAYMENTS: ['desk', 'transfer'],
    bankAccount: { owner: 'Foyer GmbH', iban: 'AT483200000012345864', bic: null },
  })
})

test('payments are not simulated by mistake, because a provider is set up that PAYMENTS does not name', () => {
  const { PAYMENTS: _, ...unnamed } = stripe
  expect(refused(unnamed)).toThrow(
    'STRIPE_SECRET_KEY is set, but PAYMENTS is not, so payments would be simulated. Set PAYMENTS=stripe',
  )
  expect(refused({ MOLLIE_API_KEY: 'live_1' })).toThrow('Set PAYMENTS=mollie')
  expect(refused({ BANK_IBAN: 'AT483200000012345864' })).toThrow('Set PAYMENTS=transfer')
  // A former provider's key may stay.
  expect(readServerSettings({ ...unnamed, PAYMENTS: 'desk' }).PAYMENTS).toEqual(['desk'])
})

test('payments need a host that fits into an address', () => {
  expect(refused({ PAYMENTS: 'desk', HOST: '999.1.1.1' })).toThrow('HOST must be an address of this machine')
  expect(readServerSettings({ PAYMENTS: 'desk', HOST: '::1' }).PUBLIC_URL).toBe('http://[::1]:8080/')
})

test('payments need https, except at this machine', () => {
  const lan = 'http://192.168.1.20/'
  const open = { ...stripe, TRUSTED_PROXIES: 'none', VERIFY_EMAIL: 'off' }
  expect(refused({ ...open, PUBLIC_URL: lan })).toThrow('PAYMENTS needs a PUBLIC_URL that begins with https://')
  expect(refused({ ...open, HOST: '192.168.1.20' })).toThrow('PAYMENTS needs a PUBLIC_URL')
  for (const url of ['https://192.168.1.20/', 'http://localhost:8080/', 'http://127.0.0.1/']) {
    expect(readServerSettings({ ...open, PUBLIC_URL: url }).PUBLIC_URL).toBe(url)
  }
  expect(readServerSettings({ PUBLIC_URL: lan, TRUSTED_PROXIES: 'none', VERIFY_EMAIL: 'off' }).PUBLIC_URL).toBe(lan)
})
