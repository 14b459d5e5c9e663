import { text } from 'node:stream/consumers'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { getEvent } from '#contract/events.ts'
import { nothing } from '#contract/fields.ts'
import type { EventId } from '#domain/ids.ts'
import { selectEvent } from '#server/features/events/events.sql.ts'
import { counts, TIMEOUT_MS } from '#server/promises/counts.ts'
import { fingerprintOf } from '#server/testing/fingerprint.sql.ts'
import { givenProduct, givenShow, givenUser } from '#server/testing/test-data.ts'
import { type HostileRequest, hostileRequests } from '#server/testing/hostile.ts'
import { expectCleanBooks } from '#server/testing/race.ts'
import { openTestShop, type TestShop } from '#server/testing/shop.ts'
import { handleErrors } from './errors.ts'
import { serve } from './serve.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await openTestShop()
  await givenShow(shop.db)
  await givenProduct(shop.db)
})
afterAll(() => shop.close())

const INTERNALS =
  /syntax error|\bat .+:\d+:\d+|\/server\/|node_modules|relation "|column "|duplicate key|select .+ from|<script/i
const MAX_ANSWER_MS = 5_000
const MAX_HEAP_GROWTH_BYTES = 50_000_000

/** Describes the fault of the answer to a hostile request; undefined if it has none. */
async function faultOf(app: FastifyInstance, { method }: Endpoint, request: HostileRequest, token: string) {
  const started = performance.now()
  const reply = await app.inject({
    method,
    payloadAsStream: true,
    url: `/api/v1${request.path}`,
    headers: {
      authorization: `Bearer ${token}`,
      ...(request.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...request.headers,
    },
    ...(request.body === undefined ? {} : { payload: request.body }),
  })
  const { statusCode, headers } = reply
  // An open stream never ends by itself.
  const isStream = String(headers['content-type']).startsWith('text/event-stream')
  if (isStream) reply.raw.res.destroy()
  const body = isStream ? '' : await text(reply.stream())
  if (performance.now() - started > MAX_ANSWER_MS) return 'hangs'
  if (statusCode >= 500) return `answers ${statusCode}`
  if (statusCode < 400) return request.isBroken ? `answers ${statusCode}` : undefined
  if (!String(headers['content-type']).startsWith('text/plain')) return `answers ${headers['content-type']}`
  if (!/^\p{L}.*\s\S/su.test(body)) return `has no sentence: ${body}`
  return INTERNALS.test(body) ? `reveals: ${body}` : undefined
}

/** Returns about the given number of an endpoint's hostile requests, evenly spread, other ones for each endpoint. */
function sampleOf(endpoint: Endpoint, index: number): HostileRequest[] {
  const all = hostileRequests(endpoint)
  const step = Math.max(1, Math.floor(all.length / counts.hostileRequestsPerCall))
  return all.filter((_, position) => position % step === index % step)
}

test(
  'answers hostile requests with a sentence and keeps the audit clean',
  async () => {
    const admin = await givenUser(shop.db, { isAdmin: true })
    const before = await fingerprintOf(shop.db)
    const heapBefore = heapInUse()
    const token = await shop.tokenOf(admin)
    let count = 0
    for (const [index, { endpoint }] of endpoints.entries()) {
      const isLogout = endpoint.method === 'DELETE' && endpoint.path === '/authentication'
      const requests = sampleOf(endpoint, index)
      expect(requests.length, endpoint.path).toBeGreaterThanOrEqual(Math.min(40, counts.hostileRequestsPerCall))
      for (const request of requests) {
        const fault = await faultOf(shop.app, endpoint, request, isLogout ? await shop.tokenOf(admin) : token)
        expect(fault, `${endpoint.method} ${request.path.slice(0, 80)} (${request.what})`).toBeUndefined()
      }
      count += requests.length
    }
    expect(count).toBeGreaterThan(2_000)
    expect(heapInUse() - heapBefore).toBeLessThan(MAX_HEAP_GROWTH_BYTES)
    expect(await fingerprintOf(shop.db)).toBe(before)
    await expectCleanBooks(shop.db)
  },
  TIMEOUT_MS,
)

function heapInUse(): number {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
  return process.memoryUsage().heapUsed
}

test('control: hostile requests detect a removed schema', async () => {
  const unchecked = Fastify()
  handleErrors(unchecked)
  const unread = { ...getEvent, params: nothing }
  serve(unchecked, { ...unread, access: 'visitor' as const }, ({ params }) =>
    selectEvent(shop.db, (params as { id: EventId }).id).then((event) => event as never),
  )
  const faults = await Promise.all(
    hostileRequests(getEvent).map((request) => faultOf(unchecked, getEvent, request, '')),
  )
  expect(faults).toContain('answers 500')
  await unchecked.close()
})

test('refuses bodies that are too large or complex, invalid JSON, or of another media type', async () => {
  const post = async (headers: Record<string, string>, payload: string) => {
    const reply = await shop.app.inject({ method: 'POST', url: '/api/v1/users', headers, payload })
    return [reply.statusCode, reply.body]
  }
  const json = { 'content-type': 'application/json' }
  expect(await post(json, '{"a":')).toEqual([400, 'The request body is not valid JSON.'])
  expect(await post(json, '{"__proto__": {"isAdmin": true}}')).toEqual([400, 'The request body is not valid JSON.'])
  expect(await post(json, JSON.stringify({ a: 'x'.repeat(10_000_000) }))).toEqual([413, 'This request is too large.'])
  const formless = [400, 'The request is not of the expected form.']
  expect(await post(json, `{"email":${'['.repeat(100)}${']'.repeat(100)}}`)).toEqual(formless)
  expect(await post(json, `{"email":[${'{},'.repeat(10_000)}{}]}`)).toEqual(formless)
  expect(await post({ 'content-type': 'text/xml' }, '<a/>')).toEqual([415, "This kind of content isn't accepted here."])
  const unknown = await shop.ask('GET', '/no/such/call')
  expect([unknown.statusCode, unknown.body]).toEqual([404, 'There is no such address.'])
})

test('answers with problem details on request', async () => {
  const reply = await shop.ask('GET', '/events/999999', { headers: { accept: 'application/problem+json' } })
  expect(reply.headers['content-type']).toMatch(/^application\/problem\+json/)
  expect(reply.json()).toEqual({
    type: 'about:blank',
    status: 404,
    title: 'There is no such event.',
    code: 'not_found',
  })
})
