import { electronicFormatIBAN, isValidBIC, isValidIBAN } from 'ibantools'
import * as z from 'zod'
import type { BankAccount, ManualMethod } from '#domain/payments/manual-payments.ts'
import { addressOf, flag, type Given, isLoopback, listed, whole } from './env-fields.ts'
import { MOLLIE_METHODS } from '../gateways/payments/mollie-methods.ts'
import { STRIPE_METHODS } from '../gateways/payments/stripe-methods.ts'

/** The settings that each way to pay needs. */
const NEEDED = {
  stripe: ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'],
  mollie: ['MOLLIE_API_KEY'],
  transfer: ['BANK_IBAN', 'BANK_OWNER'],
  desk: [],
} as const satisfies Record<'stripe' | 'mollie' | ManualMethod, readonly string[]>

const WAYS: readonly string[] = Object.keys(NEEDED)

/** No letters but Latin ones, with or without accents, and any other signs. */
const NO_OTHER_LETTERS = /^(?:\p{Script=Latin}|\P{L})+$/u

/** The settings of payments. */
export const paymentVariables = {
  PAYMENTS: z
    .string()
    .transform(listed)
    .refine(
      (names) => names.every((name) => WAYS.includes(name)) && new Set(names).size === names.length,
      `must be some of ${WAYS.join(', ')}, separated by commas, or empty for simulated payments`,
    )
    .default([]),
  PAYMENT_MINUTES: whole(5, 60).default(20),
  BANK_IBAN: z
    .string()
    .transform((value) => electronicFormatIBAN(value) ?? '')
    .refine((iban) => isValidIBAN(iban), 'must be an IBAN with right check digits')
    .optional(),
  BANK_BIC: z.string().refine(isValidBIC, 'must be a BIC, such as GIBAATWWXXX').optional(),
  BANK_OWNER: z
    .string()
    .trim()
    .min(1, 'must not be blank')
    .max(70, 'must have at most 70 characters')
    .regex(NO_OTHER_LETTERS, 'must be in Latin letters, because banks take no others')
    .optional(),
  TRANSFER_DAYS: whole(1, 14).default(5),
  MAX_DESK_ORDERS: whole(1, 1_000).default(3),
  MAX_DESK_PLACES: whole(1, 10_000).default(10),
  MAX_TRANSFER_ORDERS: whole(1, 1_000).default(3),
  MAX_UNPAID_PIECES: whole(1, 1_000_000).default(50),
  DISPUTE_BLOCKS_ENTRY: flag.default(false),
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
  STRIPE_METHODS: someOf(STRIPE_METHODS).default(['card']),
  STRIPE_API_URL: apiAddress().optional(),
  MOLLIE_API_KEY: z
    .string()
    .regex(/^(test|live)_\w+$/, 'must be an API key of Mollie, such as test_…')
    .optional(),
  MOLLIE_ACCESS_TOKEN: z
    .string()
    .regex(/^access_\w+$/, 'must be an access token of Mollie, such as access_…')
    .optional(),
  MOLLIE_METHODS: someOf(MOLLIE_METHODS).default(['creditcard']),
  MOLLIE_API_URL: apiAddress().optional(),
}

const PAYMENTS_NEED_HTTPS =
  'PAYMENTS needs a PUBLIC_URL that begins with https://, because customers come back from the payment to it. Only a shop at a loopback address, such as http://localhost:8080/, does without.'

/** Lists the missing settings of the ways to pay. */
export function paymentFaultsOf(given: Given): string[] {
  const chosen = listed(given['PAYMENTS'] ?? '')
  return Object.entries(NEEDED).flatMap(([way, names]) =>
    names
      .filter((name) => chosen.includes(way) && !given[name])
      .map((name) => `PAYMENTS=${way} needs ${name}. See docs/payments.md.`),
  )
}

type Account = { BANK_IBAN?: string | undefined; BANK_OWNER?: string | undefined; BANK_BIC?: string | undefined }

/** Returns the account for bank transfers. Undefined without one. */
export function bankAccountOf({ BANK_IBAN: iban, BANK_OWNER: owner, BANK_BIC: bic }: Account): BankAccount | undefined {
  return iban && owner ? { owner, iban, bic: bic ?? null } : undefined
}

/** The setting by which each way to pay is recognised as set up. */
const SET_UP_BY = { stripe: 'STRIPE_SECRET_KEY', mollie: 'MOLLIE_API_KEY', transfer: 'BANK_IBAN' } as const

type ServerSettings = { PAYMENTS: readonly string[]; PUBLIC_URL: string } & {
  [name in (typeof SET_UP_BY)[keyof typeof SET_UP_BY]]?: string | undefined
}

/** Lists what hinders a server with valid settings from taking payments. */
export function paymentFaultsOfServer(settings: ServerSettings): string[] {
  const { PAYMENTS, PUBLIC_URL } = settings
  if (PAYMENTS.length === 0) return simulatedByMistake(settings)
  return isSafeForPayments(PUBLIC_URL) ? [] : [PAYMENTS_NEED_HTTPS]
}

/** Lists settings of a provider in a shop that would simulate payments, and so give its tickets away. */
function simulatedByMistake(settings: ServerSettings): string[] {
  return Object.entries(SET_UP_BY)
    .filter(([, name]) => settings[name] !== undefined)
    .map(
      ([way, name]) =>
        `${name} is set, but PAYMENTS is not, so payments would be simulated. Set PAYMENTS=${way}, or remove ${name}.`,
    )
}

function isSafeForPayments(publicUrl: string): boolean {
  const { protocol, hostname } = new URL(publicUrl)
  return protocol === 'https:' || isLoopback(hostname)
}

/** A list of methods that a provider knows. */
function someOf(known: readonly string[]) {
  return z
    .string()
    .transform(listed)
    .refine(
      (methods) => methods.every((method) => known.includes(method)),
      `must be some of ${known.join(', ')}, separated by commas`,
    )
}

function apiAddress() {
  return z.string().refine(isApiAddress, 'must be an https address without a path, or an http address of this machine')
}

/** Accepts the origin of an API: secrets are sent to it, so plain HTTP must not leave this machine. */
function isApiAddress(value: string): boolean {
  if (!addressOf(/^https?:$/)(value)) return false
  const { protocol, hostname, pathname } = new URL(value)
  return pathname === '/' && (protocol === 'https:' || isLoopback(hostname))
}
