import ky from 'ky'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { logIn, logOut } from '#contract/auth.ts'
import { getCart } from '#contract/cart.ts'
import { createEvent, listEvents } from '#contract/events.ts'
import { uploadImage } from '#contract/images.ts'
import { PROBLEM_DOCUMENT } from '#contract/problem-document.ts'
import { documentOf } from '#contract/problems.ts'
import { getSeatingPlanOfShow } from '#contract/seating.ts'
import { COMPACT_PLAN } from '#contract/compact-seating/media-types.ts'
import { problem, type Problem } from '#domain/problem.ts'
import { call, callCompact, onRefusedToken, uploadFile } from './api.ts'
import { ApiError } from './calls/api-error.ts'
import { endSession, startSession } from './session.ts'

type Answer = { status: number; body?: string; headers?: Record<string, string> }

const SILENCE = 0
const BROKEN_LINE = -1

const token = ['{}', '{"rol":["ROLE_USER"]}', 'x'].map((part) => btoa(part)).join('.')
const answers: Answer[] = []
const asked: { line: string; at: number; headers: IncomingMessage['headers']; body: string }[] = []

const server = createServer((request: IncomingMessage, response: ServerResponse) => {
  let body = ''
  request.on('data', (chunk) => (body += chunk))
  request.on('end', () => {
    asked.push({ line: `${request.method} ${request.url}`, at: Date.now(), headers: request.headers, body })
    const { status, body: answer = '', headers = {} } = answers.shift() ?? { status: 204 }
    if (status === SILENCE) return
    if (status === BROKEN_LINE) return void request.socket.destroy()
    response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', ...headers }).end(answer)
  })
})

const json = (body: unknown): Answer => ({
  status: 200,
  body: JSON.stringify(body),
  headers: { 'content-type': 'application/json' },
})
const refusal = (found: Problem): Answer => {
  const document = documentOf(found)
  return {
    status: document.status,
    body: JSON.stringify(document),
    headers: { 'content-type': `${PROBLEM_DOCUMENT}; charset=utf-8` },
  }
}
const noEvents = json({ total: 0, elements: [] })

async function failureOf(request: Promise<unknown>): Promise<ApiError> {
  const error = await request.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!(error instanceof ApiError)) throw new Error(`No ApiError, but ${String(error)}`)
  return error
}

const { happyDOM } = window as unknown as { happyDOM: { setURL: (url: string) => void } }
const base = document.createElement('base')
const formerUrl = location.href

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  base.href = `http://127.0.0.1:${(server.address() as AddressInfo).port}/shop/`
  document.head.append(base)
  happyDOM.setURL(base.href)
})

// The next test file may share this window.
afterAll(async () => {
  base.remove()
  happyDOM.setURL(formerUrl)
  await new Promise((resolve) => server.close(resolve))
})

beforeEach(() => {
  answers.length = 0
  asked.length = 0
})

afterEach(() => endSession())

test('calls below the base path and omits empty parameters', async () => {
  answers.push(noEvents)
  expect(await call(listEvents, { query: { title: 'a&b', description: '', duration: undefined } })).toEqual({
    total: 0,
    elements: [],
  })
  expect(asked[0]?.line).toBe('GET /shop/api/v1/events?title=a%26b')
  expect(asked[0]?.headers.authorization).toBeUndefined()
})

test('sends the token with every call', async () => {
  startSession(token)
  answers.push(noEvents)
  await call(listEvents)
  expect(asked[0]?.headers.authorization).toBe(`Bearer ${token}`)
})

test('returns text replies as text and empty replies as undefined', async () => {
  answers.push({ status: 200, body: 'Bearer abc' }, { status: 204 })
  expect(await call(logIn, { body: { email: 'a@b.example', password: 'password' } })).toBe('Bearer abc')
  expect(await call(logOut)).toBeUndefined()
})

test("reports the server's sentence literally", async () => {
  answers.push(refusal(problem('out_of_stock', { product: 'Mug', left: 2 })))
  const error = await failureOf(call(getCart))
  expect(error).toMatchObject({ message: 'Only 2 of Mug left.', status: 409, code: 'out_of_stock', fields: [] })
})

test.each([
  ['a call', () => call(getCart), `${PROBLEM_DOCUMENT}, */*`],
  [
    'a call for the compact form',
    () => callCompact(getSeatingPlanOfShow, { params: { id: 7 } }, (answer) => answer.json()),
    `${COMPACT_PLAN}, ${PROBLEM_DOCUMENT}`,
  ],
])('%s asks for problem documents', async (_, ask, accept) => {
  answers.push(refusal(problem('not_found', { what: 'show' })))
  expect(await failureOf(ask())).toMatchObject({ message: 'There is no such show.', code: 'not_found' })
  expect(asked[0]?.headers.accept).toBe(accept)
})

test('names refused fields with their messages', async () => {
  const fields = [
    { field: 'price', message: 'The minimum value allowed is 1: not less' },
    { field: 'name', message: 'Value is required' },
  ]
  answers.push(refusal(problem('invalid_fields', { fields })))
  const message = 'price: The minimum value allowed is 1: not less\nname: Value is required'
  expect(await failureOf(call(getCart))).toMatchObject({ message, status: 422, code: 'invalid_fields', fields })
})

test.each([
  ['text/plain', 'upstream timed out', 'upstream timed out'],
  ['application/json', '{"message":"no route"}', '{"message":"no route"}'],
  [PROBLEM_DOCUMENT, '{"title":"Bad Gateway","status":502}', '{"title":"Bad Gateway","status":502}'],
])("shows the raw body of a proxy's %s failure", async (type, body, message) => {
  answers.push({ status: 418, body, headers: { 'content-type': type } })
  expect(await failureOf(call(getCart))).toMatchObject({ message, status: 418, code: undefined, fields: [] })
})

test('reports the status of a failure without a body', async () => {
  answers.push({ status: 404 })
  expect(await failureOf(call(getCart))).toMatchObject({ message: 'Request failed with status code 404', status: 404 })
})

test('times out after ten seconds', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  answers.push({ status: SILENCE })
  const failure = failureOf(call(getCart))
  await vi.advanceTimersByTimeAsync(9_999)
  await expect(Promise.race([failure, Promise.resolve('still waiting')])).resolves.toBe('still waiting')
  await vi.advanceTimersByTimeAsync(1)
  expect(await failure).toMatchObject({ message: 'Request timed out', status: 0 })
  vi.useRealTimers()
})

test('never waits longer than a timer can', async () => {
  const timeout = 2_147_483_647
  answers.push(noEvents)
  expect((await ky(document.baseURI, { timeout })).ok).toBe(true)
  await expect(ky(document.baseURI, { timeout: timeout + 1 })).rejects.toThrow(RangeError)
  expect(asked).toHaveLength(1)
})

test('reports an unreachable shop', async () => {
  answers.push({ status: BROKEN_LINE }, { status: BROKEN_LINE }, { status: BROKEN_LINE })
  expect((await failureOf(call(getCart))).message).toBe("We can't reach the shop. Please check your connection.")
})

test("hides a gateway's HTML page", async () => {
  answers.push({ status: 418, body: '<html>teapot</html>', headers: { 'content-type': 'text/html' } })
  expect((await failureOf(call(getCart))).message).toBe('Request failed with status code 418')
})

test('tries reads three times with increasing delays', async () => {
  answers.push({ status: 503 }, { status: 500 }, noEvents)
  await call(listEvents)
  const [first = 0, second = 0, third = 0] = asked.map(({ at }) => at)
  expect(second - first).toBeGreaterThanOrEqual(295)
  expect(third - second).toBeGreaterThanOrEqual(595)
  answers.push({ status: 503 }, { status: 503 }, { status: 503, body: 'busy' })
  expect((await failureOf(call(listEvents))).message).toBe('busy')
  expect(asked).toHaveLength(6)
})

test('honours Retry-After', async () => {
  answers.push({ status: 429, headers: { 'retry-after': '1' } }, noEvents)
  await call(listEvents)
  const [first = 0, second = 0] = asked.map(({ at }) => at)
  expect(second - first).toBeGreaterThanOrEqual(995)
})

test('reports a long Retry-After at once', async () => {
  answers.push({ status: 429, body: 'Please try again in 900 seconds.', headers: { 'retry-after': '900' } })
  expect((await failureOf(call(listEvents))).message).toBe('Please try again in 900 seconds.')
  expect(asked).toHaveLength(1)
})

test('never repeats a POST or PATCH', async () => {
  answers.push({ status: 503, body: 'busy' })
  const body = { title: 'A', type: 'OPERA', description: 'B' } as const
  await failureOf(call(createEvent, { body, idempotencyKey: 'key-1' }))
  expect(asked).toHaveLength(1)
  expect(asked[0]).toMatchObject({ body: JSON.stringify(body), headers: { 'idempotency-key': 'key-1' } })
})

test('reports a refused token but not a wrong password', async () => {
  const refused: string[] = []
  onRefusedToken((token) => refused.push(token))
  startSession(token)
  answers.push(refusal(problem('wrong_credentials')))
  await failureOf(call(logIn, { body: { email: 'a@b.example', password: 'password' } }))
  expect(refused).toEqual([])
  answers.push(refusal(problem('not_signed_in')))
  await failureOf(call(getCart))
  expect(refused).toEqual([token])
})

test('uploads a file as the field file', async () => {
  answers.push(json({ id: 1, name: 'a.png' }))
  await uploadFile(uploadImage, new File(['png'], 'picture.png', { type: 'image/png' }))
  expect(asked[0]?.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/)
  expect(asked[0]?.body).toContain('name="file"; filename="picture.png"')
})
