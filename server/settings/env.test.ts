import { readFile } from 'node:fs/promises'
import { parseEnv } from 'node:util'
import { describe, expect, test } from 'vitest'
import { readServerSettings, readSettings, SETTING_NAMES } from './env.ts'
import { findMisspelledSettings } from './misspelled-settings.ts'

test('the example of settings for Compose has no password of an administrator and no token of metrics', async () => {
  const example = parseEnv(await readFile('deploy/compose/foyer.env.example', 'utf8'))
  const compose = { ...example, DATABASE_URL: 'postgres://foyer@postgres/foyer', TRUSTED_PROXIES: 'uniquelocal' }
  expect(() => readServerSettings(compose)).toThrow('METRICS_TOKEN')
  const filledIn = readServerSettings({ ...compose, METRICS_TOKEN: 'a-token-of-the-tests' })
  expect(filledIn.ADMIN_PASSWORD).toBeUndefined()
})

test('uses defaults for unset and empty variables', () => {
  expect(readSettings({ PORT: '', BASE_PATH: '' })).toEqual(readSettings({}))
  expect(readSettings({})).toMatchObject({
    HOST: '127.0.0.1',
    PORT: 8080,
    PUBLIC_URL: 'http://127.0.0.1:8080/',
    DEMO: true,
  })
})

const ADDRESS =
  'must be like postgres://user:password@host:5432/name, with %2F, %23, %3F and %40 for / # ? and @ in the password'

test.each([
  ['HOST', 'not a host', 'must be an address of this machine, or its name'],
  ['PORT', '70000', 'must be a whole number from 1 to 65535'],
  ['PORT', '0', 'must be a whole number from 1 to 65535'],
  ['PORT', '80.5', 'must be a whole number from 1 to 65535'],
  ['PORT', ' ', 'must be a whole number from 1 to 65535'],
  ['BASE_PATH', 'shop', 'must begin with / and hold only letters, digits, and . _ ~ - between slashes'],
  ['BASE_PATH', '/a/../', 'must not lead elsewhere by . or ..'],
  ['PUBLIC_URL', 'ftp://foyer.example', 'must be an http or https address without ? and #'],
  ['PUBLIC_URL', 'https://foyer.example/?a=1', 'must be an http or https address without ? and #'],
  ['PUBLIC_URL', 'https://ada:secret@foyer.example/', 'must have no user name and password, because everybody sees it'],
  ['DATABASE_URL', 'mysql://localhost', 'must begin with postgres://'],
  ['DATABASE_URL', 'postgres://shop@db:99999/shop', ADDRESS],
  ['DATABASE_URL', 'postgres://shop@a:5432,b:x/shop', ADDRESS],
  ['DATABASE_URL', 'postgres://shop:a#b@db/shop', ADDRESS],
  ['DATABASE_URL', 'postgres://shop:12/3@db/shop', ADDRESS],
  ['DATABASE_REPLICA_URL', 'postgres://db:none/shop', ADDRESS],
  ['DATABASE_OWNER_URL', 'mysql://localhost', 'must begin with postgres://'],
  ['DATABASE_POOL', '0', 'must be a whole number from 1 to 500'],
  ['DRAIN_SECONDS', '-1', 'must be a whole number from 0 to 3600'],
  ['DEMO', 'yes', 'must be 0 or 1'],
  ['ADMIN_EMAIL', 'admin', 'must be an email address'],
  ['ADMIN_PASSWORD', 'short', 'must have at least 8 characters'],
  ['ADMIN_PASSWORD', 'x'.repeat(256), 'must have at most 255 characters'],
  ['SMTP_URL', 'smtp://', 'must be like smtp://user:password@host:587, or smtps:// and so on'],
  ['SMTP_URL', 'smtp://host:99999', 'must be like smtp://user:password@host:587, or smtps:// and so on'],
  ['MAIL_FROM', 'nonsense', 'must be like Foyer <tickets@foyer.example>'],
  ['JWT_SECRET', 'short', 'must have at least 32 characters'],
  ['LOG_REQUESTS', 'yes', 'must be 0 or 1'],
  ['METRICS_TOKEN', 'short', 'must have at least 16 characters, and no blanks'],
  ['METRICS_TOKEN', 'with blanks between words', 'must have at least 16 characters, and no blanks'],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4317', 'must be an http or https address without ? and #'],
  ['LOG_LEVEL', 'loud', 'must be fatal, error, warn, info, debug, trace or silent'],
  ['SECURITY_CONTACT', 'us', 'must begin with mailto:, https:// or tel:+'],
  ['TRUSTED_PROXIES', 'foo', 'must be none, or addresses such as 10.0.0.1 or 10.0.0.0/8, separated by commas'],
  ['TRUSTED_PROXIES', '10.0.0.0/33', 'must be none, or addresses such as 10.0.0.1 or 10.0.0.0/8, separated by commas'],
  ['RESPONSE_CACHE', 'yes', 'must be 0 or 1'],
  ['REGISTER_HIDE_KNOWN', 'yes', 'must be 0 or 1'],
  ['VERIFY_EMAIL', 'yes', 'must be on or off'],
  ['REFUSE_GUESSABLE_PASSWORDS', 'yes', 'must be on or off'],
  ['MERCHANDISE_MODERATION', 'maybe', 'must be on or off'],
  ['REQUIRE_SECOND_FACTOR', 'admins', 'must be on or off'],
  ['DELETE_NEEDS_PASSWORD', 'maybe', 'must be on or off'],
  ['RETENTION_YEARS', '0', 'must be a whole number from 1 to 100'],
  ['INVOICE_YEARS', '6', 'must be a whole number from 7 to 100'],
  ['RESERVATION_MINUTES', '0', 'must be a whole number from 1 to 525600'],
  ['MAX_RESERVATIONS_PER_SHOW', '0', 'must be a whole number from 1 to 1000000'],
  ['MAX_RESERVATIONS', 'many', 'must be a whole number from 1 to 1000000'],
  ['MAX_SHARE_PER_NETWORK', '0', 'must be off, or a whole number from 1 to 100'],
  ['MAX_SHARE_PER_NETWORK', 'half', 'must be off, or a whole number from 1 to 100'],
  ['MAX_STREAMS', '-1', 'must be a whole number from 0 to 1000000'],
  ['SESSION_IDLE_HOURS', '0', 'must be a whole number from 1 to 168'],
  ['SHOP_TIME_ZONE', 'Vienna', 'must be an IANA time zone'],
  ['SELLER_EMAIL', 'foo', 'must be an email address'],
  [
    'PAYMENTS',
    'paypal',
    'must be some of stripe, mollie, transfer, desk, separated by commas, or empty for simulated payments',
  ],
  ['BANK_IBAN', 'AT48 3200 0000 1234 5865', 'must be an IBAN with right check digits'],
  ['BANK_BIC', 'GIBA', 'must be a BIC, such as GIBAATWWXXX'],
  ['TRANSFER_DAYS', '15', 'must be a whole number from 1 to 14'],
  ['PAYMENT_MINUTES', '4', 'must be a whole number from 5 to 60'],
  ['STRIPE_SECRET_KEY', 'pk_test_1', 'must be a secret or restricted key of Stripe, such as rk_test_…'],
  [
    'STRIPE_WEBHOOK_SECRET',
    'whsec_1,',
    'must be the signing secret of a webhook, such as whsec_…, or several, separated by commas',
  ],
  [
    'STRIPE_API_URL',
    'http://stripe.example',
    'must be an https address without a path, or an http address of this machine',
  ],
  [
    'STRIPE_API_URL',
    'https://stripe.example/v1',
    'must be an https address without a path, or an http address of this machine',
  ],
  ['MOLLIE_API_KEY', 'sk_test_1', 'must be an API key of Mollie, such as test_…'],
  ['MOLLIE_ACCESS_TOKEN', 'test_1', 'must be an access token of Mollie, such as access_…'],
  [
    'MOLLIE_API_URL',
    'http://mollie.example',
    'must be an https address without a path, or an http address of this machine',
  ],
  ['VAT_TICKETS', '101', 'must be a whole number from 0 to 100'],
  ['VAT_MERCHANDISE', '-1', 'must be a whole number from 0 to 100'],
])('rejects %s = %j in a sentence that names it', (name, value, sentence) => {
  expect(() => readSettings({ [name]: value })).toThrow(`The settings cannot be used: ${name} ${sentence}.`)
})

test.each([
  [undefined, undefined],
  ['http://localhost:8080', undefined],
  ['http://shop.localhost/', undefined],
  ['http://127.0.1.1/', undefined],
  ['http://[::1]:8080/', undefined],
  ['https://tickets.example/', 25],
  ['http://192.168.1.20/', 25],
])('limits client networks of a shop at %s to %s percent of a show', (PUBLIC_URL, share) => {
  expect(readSettings({ PUBLIC_URL }).MAX_SHARE_PER_NETWORK).toBe(share)
  expect(readSettings({ PUBLIC_URL, MAX_SHARE_PER_NETWORK: '40' }).MAX_SHARE_PER_NETWORK).toBe(40)
  expect(readSettings({ PUBLIC_URL, MAX_SHARE_PER_NETWORK: 'off' }).MAX_SHARE_PER_NETWORK).toBeUndefined()
})

test('loads the demo by default into an embedded database of a shop that is not public', () => {
  const loads = (settings: Record<string, string>) => readSettings(settings).DEMO
  expect(loads({ PUBLIC_URL: 'http://localhost/' })).toBe(true)
  expect(loads({ DATABASE_URL: 'postgres://localhost/shop' })).toBe(false)
  expect(loads({ PUBLIC_URL: 'https://tickets.example/' })).toBe(false)
  expect(loads({ PUBLIC_URL: 'https://tickets.example/', DEMO: '1' })).toBe(true)
})

test('refuses guessable passwords in a public shop, unless the setting says otherwise', () => {
  const refuses = (settings: Record<string, string>) => readSettings(settings).REFUSE_GUESSABLE_PASSWORDS
  expect([refuses({}), refuses({ PUBLIC_URL: 'http://localhost/' })]).toEqual([false, false])
  expect(refuses({ PUBLIC_URL: 'https://tickets.example/' })).toBe(true)
  expect(refuses({ PUBLIC_URL: 'https://tickets.example/', REFUSE_GUESSABLE_PASSWORDS: 'off' })).toBe(false)
  expect(refuses({ REFUSE_GUESSABLE_PASSWORDS: 'on' })).toBe(true)
})

test('verifies addresses in a public shop, unless the setting says otherwise', () => {
  const verifies = (settings: Record<string, string>) => readSettings(settings).VERIFY_EMAIL
  expect([verifies({}), verifies({ PUBLIC_URL: 'http://localhost/' })]).toEqual([false, false])
  expect(verifies({ PUBLIC_URL: 'https://tickets.example/' })).toBe(true)
  expect(verifies({ PUBLIC_URL: 'https://tickets.example/', VERIFY_EMAIL: 'off' })).toBe(false)
  expect(verifies({ VERIFY_EMAIL: 'on' })).toBe(true)
})

test('requires the password for a deletion in a public shop, unless the setting says otherwise', () => {
  const needs = (settings: Record<string, string>) => readSettings(settings).DELETE_NEEDS_PASSWORD
  expect([needs({}), needs({ PUBLIC_URL: 'http://localhost/' })]).toEqual([false, false])
  expect(needs({ PUBLIC_URL: 'https://tickets.example/' })).toBe(true)
  expect(needs({ PUBLIC_URL: 'https://tickets.example/', DELETE_NEEDS_PASSWORD: 'off' })).toBe(false)
  expect(needs({ DELETE_NEEDS_PASSWORD: 'on' })).toBe(true)
})

test('serves on after a signal only where another server may be there', () => {
  expect(readSettings({}).DRAIN_SECONDS).toBe(0)
  expect(readSettings({ DATABASE_URL: 'postgres://foyer@db/foyer' }).DRAIN_SECONDS).toBe(10)
  expect(readSettings({ DRAIN_SECONDS: '30' }).DRAIN_SECONDS).toBe(30)
})

test('refuses to hide known addresses from a shop that confirms none', () => {
  expect(() => readSettings({ REGISTER_HIDE_KNOWN: '1' })).toThrow('REGISTER_HIDE_KNOWN needs VERIFY_EMAIL=on')
  expect(readSettings({ REGISTER_HIDE_KNOWN: '1', VERIFY_EMAIL: 'on' }).REGISTER_HIDE_KNOWN).toBe(true)
})

test('accepts proxies as addresses, ranges and keywords', () => {
  const { TRUSTED_PROXIES } = readSettings({ TRUSTED_PROXIES: 'loopback, 10.0.0.0/8,2001:db8::1' })
  expect(TRUSTED_PROXIES).toEqual(['loopback', '10.0.0.0/8', '2001:db8::1'])
})

test('accepts mail servers with a user, a password and a port', () => {
  expect(readSettings({ SMTP_URL: 'smtps://me:secret@mail.example:465' }).SMTP_URL).toMatch(/^smtps:/)
  expect(readSettings({ SMTP_URL: 'smtp://127.0.0.1:2525', MAIL_FROM: 'shop@foyer.example' }).MAIL_FROM).toBe(
    'shop@foyer.example',
  )
})

test('refuses a public shop without a decision about proxies, or without anyone who sends its codes', () => {
  const read = (settings: Record<string, string>) => () => readServerSettings(settings)
  const PUBLIC_URL = 'https://tickets.example/'
  expect(read({ PUBLIC_URL })).toThrow('so TRUSTED_PROXIES must be set')
  const decided = { PUBLIC_URL, TRUSTED_PROXIES: 'none', SMTP_URL: 'smtp://127.0.0.1:2525' }
  expect(read(decided)()).toEqual(readSettings(decided))
  expect(read({ ...decided, TRUSTED_PROXIES: 'loopback' })).not.toThrow()
  expect(read({ ...decided, SMTP_URL: '' })).toThrow('so SMTP_URL must be set')
  expect(read({ ...decided, SMTP_URL: '', VERIFY_EMAIL: 'off' })).not.toThrow()
  expect(read({ VERIFY_EMAIL: 'on' })).not.toThrow()
  expect(read({ PUBLIC_URL: 'http://localhost:8080/' })).not.toThrow()
  expect(read({})).not.toThrow()
})

test('names all faults of a public shop at once', () => {
  const settings = {
    PUBLIC_URL: 'https://tickets.example/',
    PORT: '0',
    DEMO: 'yes',
    DATABASE_OWNER_URL: 'postgres://x',
  }
  expect(() => readServerSettings(settings)).toThrow(
    /: PORT must .*; DEMO must .*\.\nDATABASE_OWNER_URL needs DATABASE_URL.*\n.*TRUSTED_PROXIES must be set.*\n.*SMTP_URL must be set/,
  )
})

describe('misspelled settings', () => {
  test.each([
    ['PUBLIC_ULR', 'PUBLIC_URL'],
    ['DATADIR', 'DATA_DIR'],
    ['TRUSTED_PROXY', 'TRUSTED_PROXIES'],
    ['MAX_RESERVATION_PER_SHOW', 'MAX_RESERVATIONS_PER_SHOW'],
    ['smtp_url', 'SMTP_URL'],
    ['VERIFY_MAIL', 'VERIFY_EMAIL'],
  ])('warns of %s and names %s', (name, meant) => {
    expect(findMisspelledSettings({ [name]: 'x' })).toEqual([{ name, meant }])
  })

  test('accepts every setting and the variables of shells, systemd, npm, PostgreSQL, OpenTelemetry and proxies', () => {
    const ordinary = [
      ...['PATH', 'HOME', 'HOSTNAME', 'HOSTTYPE', 'LOGNAME', 'MAIL', 'MAILTO', 'USER', 'SHELL', 'TERM', 'TZ', 'LANG'],
      ...['DISPLAY', 'EDITOR', 'PWD', 'TMPDIR', 'XDG_DATA_DIRS', 'XDG_DATA_HOME', 'LOGS_DIRECTORY', 'INVOCATION_ID'],
      ...['PGHOST', 'PGDATABASE', 'PGDATA', 'NODE_ENV', 'NODE_OPTIONS', 'INIT_CWD', 'npm_config_registry', 'SMTP_HOST'],
      ...[
        'http_proxy',
        'HTTPS_PROXY',
        'NO_PROXY',
        'OTEL_EXPORTER_OTLP_ENDPOINTS',
        'OTEL_SERVICE_NAME',
        'DATABASE_NAME',
      ],
      ...['KUBERNETES_PORT', 'KUBERNETES_SERVICE_HOST', 'FOYER_SERVICE_PORT', 'SECURITYSESSIONID', 'DATE', 'BASH_ENV'],
      ...SETTING_NAMES,
    ]
    const environment = Object.fromEntries([...ordinary, ...Object.keys(process.env)].map((name) => [name, 'x']))
    expect(findMisspelledSettings(environment)).toEqual([])
  })
})
