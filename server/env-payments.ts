import * as z from 'zod'
import { addressOf, type Given, isLoopback, listed, whole } from './env-fields.ts'
import { STRIPE_METHODS } from './gateways/payments/stripe-methods.ts'

/** The settings of payments by a provider. */
export const paymentVariables = {
  PAYMENTS: z.enum(['stripe'], 'must be stripe, or empty for simulated payments').optional(),
  PAYMENT_MINUTES: whole(5, 60).default(20),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^(sk|rk)_(test|live)_\w+$/, 'must be a secret or restricted key of Stripe, such as rk_test_…')
    .optional(),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .transform(listed)
    .refine(
      (secrets) => secrets.every((secret) => /^whsec_\S+$/.test(secret)),
      'must be the signing secret of a webhook, such as whsec_…, or several, separated by commas',
    )
    .default([]),
  STRIPE_METHODS: z
    .string()
    .transform(listed)
    .refine(
      (methods) => methods.every((method) => STRIPE_METHODS.includes(method)),
      `must be some of ${STRIPE_METHODS.join(', ')}, separated by commas`,
    )
    .default(['card']),
  STRIPE_API_URL: z
    .string()
    .refine(isApiAddress, 'must be an https address without a path, or an http address of this machine')
    .optional(),
}

const PAYMENTS_NEED_HTTPS =
  'PAYMENTS needs a PUBLIC_URL that begins with https://, because customers come back from the payment to it. Only a shop at a loopback address, such as http://localhost:8080/, does without.'

/** Lists the missing settings of a payment provider. */
export function paymentFaultsOf(given: Given): string[] {
  if (given['PAYMENTS'] !== 'stripe') return []
  return ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'].flatMap((name) =>
    given[name] ? [] : [`PAYMENTS=stripe needs ${name}. See docs/payments.md.`],
  )
}

/** Lists what hinders a server with valid settings from taking payments. */
export function paymentFaultsOfServer({ PAYMENTS, PUBLIC_URL }: { PAYMENTS?: string | undefined; PUBLIC_URL: string }) {
  return PAYMENTS !== undefined && !isSafeForPayments(PUBLIC_URL) ? [PAYMENTS_NEED_HTTPS] : []
}

function isSafeForPayments(publicUrl: string): boolean {
  const { protocol, hostname } = new URL(publicUrl)
  return protocol === 'https:' || isLoopback(hostname)
}

/** Accepts the origin of an API: secrets are sent to it, so plain HTTP must not leave this machine. */
function isApiAddress(value: string): boolean {
  if (!addressOf(/^https?:$/)(value)) return false
  const { protocol, hostname, pathname } = new URL(value)
  return pathname === '/' && (protocol === 'https:' || isLoopback(hostname))
}
