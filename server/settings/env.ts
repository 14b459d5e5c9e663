import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as z from 'zod'
import { MAX_RESERVATIONS_PER_SHOW } from '#domain/tickets/reservations.ts'
import {
  address,
  addressOf,
  databaseAddress,
  flag,
  isLoopback,
  publicAddress,
  type Given,
  whole,
} from './env-fields.ts'
import { bankAccountOf, paymentFaultsOf, paymentFaultsOfServer, paymentVariables } from './env-payments.ts'
import { walletFaultsOf, walletVariables } from './env-wallets.ts'

/**
 * The time in seconds for which a server without an embedded database serves on after a signal to stop. Longer than a
 * load balancer with usual intervals needs to notice.
 */
const DEFAULT_DRAIN_SECONDS = 10

/** The folder of the texts that the organiser writes, with examples. */
const SHIPPED_TEXTS = fileURLToPath(new URL('../../legal', import.meta.url))

/** The share of a public shop's shows that unpaid reservations of one client network may hold. */
const DEFAULT_SHARE_PERCENT = 25

/**
 * Accepts the forms that Fastify accepts: an address, a range with a prefix length, or a keyword for a set of ranges.
 */
function isProxy(text: string): boolean {
  const [host = '', prefix] = text.split('/')
  if (/^(loopback|linklocal|uniquelocal)$/.test(text)) return true
  return (
    isIP(host) !== 0 &&
    (prefix === undefined || (/^\d+$/.test(prefix) && Number(prefix) <= (isIP(host) === 4 ? 32 : 128)))
  )
}

function isHost(text: string): boolean {
  return /^[\w.:-]+$/.test(text) && URL.canParse(`http://${hostForLink(text)}`)
}

const variables = z.object({
  HOST: z.string().refine(isHost, 'must be an address of this machine, or its name').default('127.0.0.1'),
  PORT: whole(1, 65_535).default(8080),
  BASE_PATH: z
    .string()
    .regex(/^\/([\w.~-]+\/?)*$/, 'must begin with / and hold only letters, digits, and . _ ~ - between slashes')
    .refine((value) => !/\/\.{1,2}(\/|$)/.test(value), 'must not lead elsewhere by . or ..')
    .transform((value) => (value.endsWith('/') ? value : `${value}/`))
    .default('/'),
  PUBLIC_URL: publicAddress.optional(),
  DATA_DIR: z
    .string()
    .min(1)
    .default('./data')
    .transform((value) => resolve(value)),
  DATABASE_URL: databaseAddress.optional(),
  DATABASE_OWNER_URL: databaseAddress.optional(),
  DATABASE_REPLICA_URL: databaseAddress.optional(),
  MAX_REPLICA_LAG: whole(3, 300).default(5),
  DATABASE_POOL: whole(1, 500).default(20),
  WORKERS: whole(1, 256).default(1),
  DRAIN_SECONDS: whole(0, 3_600).optional(),
  DEMO: flag.optional(),
  ADMIN_EMAIL: z.email('must be an email address').default('admin@foyer.example'),
  ADMIN_PASSWORD: z
    .string()
    .min(8, 'must have at least 8 characters')
    .max(255, 'must have at most 255 characters')
    .optional(),
  SMTP_URL: z
    .string()
    .refine(addressOf(/^smtps?:$/), 'must be like smtp://user:password@host:587, or smtps:// and so on')
    .optional(),
  MAIL_FROM: z
    .string()
    .regex(/^([^<>]*<[^\s@<>]+@[^\s@<>]+>|[^\s@<>]+@[^\s@<>]+)$/, 'must be like Foyer <tickets@foyer.example>')
    .default('Foyer <tickets@foyer.example>'),
  JWT_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
  LOG_LEVEL: z
    .enum(
      ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
      'must be fatal, error, warn, info, debug, trace or silent',
    )
    .default('info'),
  LOG_REQUESTS: flag.optional(),
  METRICS_TOKEN: z
    .string()
    .regex(/^[!-~]{16,}$/, 'must have at least 16 characters, and no blanks')
    .optional(),
  // The OpenTelemetry SDK reads it and the other standard OTEL_ variables by itself.
  OTEL_EXPORTER_OTLP_ENDPOINT: address.optional(),
  TRUSTED_PROXIES: z
    .string()
    .transform((value) => (value.trim() === 'none' ? [] : value.split(',').map((part) => part.trim())))
    .refine(
      (parts) => parts.every(isProxy),
      'must be none, or addresses such as 10.0.0.1 or 10.0.0.0/8, separated by commas',
    )
    .optional(),
  // Read when the pages are built (vite.config.ts).
  RESPONSE_CACHE: flag.default(false),
  REGISTER_HIDE_KNOWN: flag.default(false),
  VERIFY_EMAIL: z.enum(['on', 'off'], 'must be on or off').optional(),
  DELETE_NEEDS_PASSWORD: z.enum(['on', 'off'], 'must be on or off').optional(),
  REFUSE_GUESSABLE_PASSWORDS: z.enum(['on', 'off'], 'must be on or off').optional(),
  REQUIRE_SECOND_FACTOR: z
    .enum(['on', 'off'], 'must be on or off')
    .default('off')
    .transform((value) => value === 'on'),
  LEGAL_DIR: z
    .string()
    .default(SHIPPED_TEXTS)
    .transform((value) => resolve(value)),
  MERCHANDISE_MODERATION: z
    .enum(['on', 'off'], 'must be on or off')
    .default('on')
    .transform((value) => value === 'on'),
  RETENTION_YEARS: whole(1, 100).optional(),
  INVOICE_YEARS: whole(7, 100).default(10),
  RESERVATION_MINUTES: whole(1, 525_600).optional(),
  MAX_SHARE_PER_NETWORK: z
    .string()
    .regex(/^(off|[1-9]\d?|100)$/, 'must be off, or a whole number from 1 to 100')
    .optional(),
  MAX_RESERVATIONS_PER_SHOW: whole(1, 1_000_000).default(MAX_RESERVATIONS_PER_SHOW),
  MAX_RESERVATIONS: whole(1, 1_000_000).default(60),
  MAX_STREAMS: whole(0, 1_000_000).default(10_000),
  SESSION_IDLE_HOURS: whole(1, 168).optional(),
  SHOP_TIME_ZONE: z
    .string()
    .refine((zone) => Intl.supportedValuesOf('timeZone').includes(zone) || zone === 'UTC', 'must be an IANA time zone')
    .default('Europe/Vienna'),
  SELLER_NAME: z.string().min(1).default('Foyer Demo GmbH'),
  SELLER_ADDRESS: z.string().min(1).default('Opernring 1, 1010 Wien, Austria'),
  SELLER_VAT_ID: z.string().default('ATU00000000'),
  SELLER_EMAIL: z.email('must be an email address').default('tickets@foyer.example'),
  SECURITY_CONTACT: z
    .string()
    .regex(/^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+|tel:\+[\d-]+)$/, 'must begin with mailto:, https:// or tel:+')
    .optional(),
  DATEV_CONSULTANT: whole(1_001, 9_999_999).optional(),
  DATEV_CLIENT: whole(1, 99_999).optional(),
  DATEV_PAYMENT_ACCOUNT: z
    .string()
    .regex(/^\d{4,9}$/, 'must be an account of 4 to 9 digits')
    .optional(),
  DATEV_REVENUE_ACCOUNTS: z
    .string()
    .regex(/^(100|\d{1,2})=\d{4,9}(,(100|\d{1,2})=\d{4,9})*$/, 'must be like 13=4013,20=4020: percent=account')
    .transform((value) => new Map(value.split(',').map((part) => part.split('=') as [string, string])))
    .transform((accounts) => new Map(Array.from(accounts, ([percent, account]) => [Number(percent), account])))
    .optional(),
  ...paymentVariables,
  ...walletVariables,
  VAT_TICKETS: whole(0, 100).default(13),
  VAT_MERCHANDISE: whole(0, 100).default(20),
})

/** All settings of the shop, validated, with defaults. */
export type Settings = ReturnType<typeof readSettings>

/** The names of all settings. */
export const SETTING_NAMES: readonly string[] = Object.keys(variables.shape)

/**
 * Reads the settings from environment variables. Ignores empty ones. Throws a `SettingsError` that names every wrong
 * one.
 */
export function readSettings(environment: NodeJS.ProcessEnv) {
  const given = withoutEmpty(environment)
  refuse(faultsOf(given))
  const env = variables.parse(given)
  const publicUrl = env.PUBLIC_URL ?? `http://${hostForLink(env.HOST)}:${env.PORT}${env.BASE_PATH}`
  const seller = {
    name: env.SELLER_NAME,
    address: env.SELLER_ADDRESS,
    vatId: env.SELLER_VAT_ID,
    email: env.SELLER_EMAIL,
    timeZone: env.SHOP_TIME_ZONE,
  }
  const isPublic = isPublicUrl(env.PUBLIC_URL)
  const share = env.MAX_SHARE_PER_NETWORK ?? (isPublic ? DEFAULT_SHARE_PERCENT : 'off')
  return {
    ...env,
    seller,
    /** Undefined without transfers. */
    bankAccount: bankAccountOf(env),
    PUBLIC_URL: publicUrl,
    isPublic,
    VERIFY_EMAIL: verifiesEmail(env),
    DELETE_NEEDS_PASSWORD: env.DELETE_NEEDS_PASSWORD === undefined ? isPublic : env.DELETE_NEEDS_PASSWORD === 'on',
    REFUSE_GUESSABLE_PASSWORDS:
      env.REFUSE_GUESSABLE_PASSWORDS === undefined ? isPublic : env.REFUSE_GUESSABLE_PASSWORDS === 'on',
    /** In percent; undefined without a limit. */
    MAX_SHARE_PER_NETWORK: share === 'off' ? undefined : Number(share),
    /** The demo has a customer whose password everybody knows, so a public shop loads it only on request. */
    DEMO: env.DEMO ?? (env.DATABASE_URL === undefined && !isPublic),
    // A shop with an embedded database is its only server, so nobody else could serve meanwhile.
    DRAIN_SECONDS: env.DRAIN_SECONDS ?? (env.DATABASE_URL === undefined ? 0 : DEFAULT_DRAIN_SECONDS),
  }
}

/**
 * Reads the settings of a server. A public one needs decisions about its proxies and its mail server: behind an unknown
 * proxy all customers would share one network's limits, and without a mail server nobody could confirm an address.
 * Throws a `SettingsError` that names every wrong and every missing one.
 */
export function readServerSettings(environment: NodeJS.ProcessEnv): Settings {
  const given = withoutEmpty(environment)
  refuse([...faultsOf(given), ...missingDecisionsOf(given)])
  const settings = readSettings(environment)
  refuse(paymentFaultsOfServer(settings))
  return settings
}

const withoutEmpty = (environment: NodeJS.ProcessEnv): Given =>
  Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))

function refuse(faults: readonly string[]): void {
  if (faults.length > 0) throw new SettingsError(`The settings cannot be used: ${faults.join('\n')}`)
}

/** Lists the faults of settings, all wrong values in one sentence. */
function faultsOf(given: Given): string[] {
  const issues = variables.safeParse(given).error?.issues ?? []
  return [
    ...(issues.length > 0 ? [`${issues.map((issue) => `${issue.path.join('.')} ${issue.message}`).join('; ')}.`] : []),
    ...(given['REGISTER_HIDE_KNOWN'] === '1' && !verifiesEmail(given)
      ? [
          'REGISTER_HIDE_KNOWN needs VERIFY_EMAIL=on, because otherwise the first login tells whether an address was known.',
        ]
      : []),
    ...paymentFaultsOf(given),
    ...walletFaultsOf(given),
    ...(given['DATABASE_OWNER_URL'] && !given['DATABASE_URL']
      ? ['DATABASE_OWNER_URL needs DATABASE_URL, the same database for the role of the shop.']
      : []),
  ]
}

/** Lists the settings without which a public shop cannot open. */
function missingDecisionsOf(given: Given): string[] {
  if (!isPublicUrl(given['PUBLIC_URL'])) return []
  return [
    ...(given['TRUSTED_PROXIES']
      ? []
      : [
          'PUBLIC_URL makes this shop public, so TRUSTED_PROXIES must be set: the addresses of the proxies in front of it, such as 10.0.0.1, or none if customers connect directly.',
        ]),
    ...(given['SMTP_URL'] || !verifiesEmail(given)
      ? []
      : [
          'PUBLIC_URL makes this shop public and VERIFY_EMAIL is on, so SMTP_URL must be set, such as smtp://user:password@host:587: without a mail server no customer gets a code, and nobody can reserve or order. VERIFY_EMAIL=off opens the shop without confirmed addresses.',
        ]),
  ]
}

type Verification = { VERIFY_EMAIL?: string | undefined; PUBLIC_URL?: string | undefined }

function verifiesEmail({ VERIFY_EMAIL, PUBLIC_URL }: Verification): boolean {
  return VERIFY_EMAIL === undefined ? isPublicUrl(PUBLIC_URL) : VERIFY_EMAIL === 'on'
}

/** Tells whether an address of the shop leads to another host than this machine. False for an invalid one. */
function isPublicUrl(url: string | undefined): boolean {
  return url !== undefined && URL.canParse(url) && !isLoopback(new URL(url).hostname)
}

/** A setting that the operator has to fix. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError'
}

function hostForLink(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}
