import * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'

/** A request made to do harm, and whether it breaks the contract for certain. */
export type HostileRequest = { path: string; body: unknown; isBroken: boolean; what: string }

const HUGE = 'x'.repeat(20_000)

// Nobody's values: wrong for every field there is.
const broken: readonly unknown[] = [
  { $gt: '' },
  [['nested']],
  Number.MAX_SAFE_INTEGER,
  -1e300,
  0.1 + 0.2,
  HUGE,
  'nul \u0000 byte',
  '\ud800 half a pair',
]

// Right for many text fields, and meant for whoever pastes text into statements or pages.
const poisonous: readonly string[] = [
  "'; drop table users; --",
  "' or '1'='1",
  '%_\\%',
  '<script>alert(1)</script>',
  '{{constructor.constructor("return this")()}}',
  '../../../../etc/passwd',
  '\u202egnihtemos',
  '𝕱𝖔𝖞𝖊𝖗 👨‍👩‍👧‍👦 Ω ß İ ı',
  '1e309',
  'NaN',
  '0x10',
  '2026-02-30T25:61:00Z',
  '9'.repeat(30),
  'null',
]

/** Requests made from what an endpoint says it takes: each of its fields gets each of the values, and the whole does. */
export function hostileRequests(endpoint: Endpoint): HostileRequest[] {
  return [...ofParameters(endpoint), ...ofQuery(endpoint), ...ofBody(endpoint)]
}

function ofParameters({ path }: Endpoint): HostileRequest[] {
  if (!path.includes(':')) return []
  const values = ['0', '-1', '1.5', 'abc', '9'.repeat(30), '%00', '%2e%2e%2f', "1'--", '%F0%9F%98%80', 'x'.repeat(500)]
  return values.map((value) => ({
    path: path.replaceAll(/:\w+/g, value),
    body: {},
    isBroken: true,
    what: `parameter ${value}`,
  }))
}

function ofQuery(endpoint: Endpoint): HostileRequest[] {
  return fieldsOf(endpoint.query).flatMap((field) =>
    [...poisonous, '', '-1', HUGE.slice(0, 300), 'nul \u0000 byte'].map((value) => ({
      path: `${plainPath(endpoint)}?${new URLSearchParams({ [field]: value })}`,
      body: undefined,
      isBroken: false,
      what: `query ${field}=${value.slice(0, 40)}`,
    })),
  )
}

function ofBody(endpoint: Endpoint): HostileRequest[] {
  const fields = fieldsOf(endpoint.body)
  const path = plainPath(endpoint)
  if (fields.length === 0) return []
  const whole = [null, 'text', 5, [], [[]], { __proto__: null }, true].map((body) => ({
    path,
    body,
    isBroken: true,
    what: `body ${JSON.stringify(body)}`,
  }))
  const each = fields.flatMap((field) => [
    ...broken.map((value) => ({ path, body: { [field]: value }, isBroken: false, what: `${field}: ${kindOf(value)}` })),
    ...poisonous.map((value) => ({
      path,
      body: { [field]: value },
      isBroken: false,
      what: `${field}: ${value.slice(0, 40)}`,
    })),
  ])
  return [...whole, ...each]
}

const kindOf = (value: unknown) => JSON.stringify(value).slice(0, 40)
const plainPath = ({ path }: Endpoint) => path.replaceAll(/:\w+/g, '1')

/** The names of a schema's fields. */
export function fieldsOf(schema: unknown): string[] {
  return schema instanceof z.ZodMiniObject ? Object.keys(schema.shape) : []
}
