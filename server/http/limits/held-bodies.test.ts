import { request } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import Fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { handleErrors } from '../errors.ts'
import { limitHeldBodies } from './held-bodies.ts'

// The refused bodies never end.
const app = Fastify({ forceCloseConnections: true })
const BODY = JSON.stringify('x'.repeat(30_000))

beforeAll(async () => {
  handleErrors(app)
  app.addHook('onRequest', async ({ headers }) => pause(Number(headers['x-begins-after'] ?? 0)))
  limitHeldBodies(app, { maxBytes: 100_000, maxSmall: 20 })
  app.post('/', () => 'done')
  app.get('/slow', () => new Promise(() => {}))
  await app.listen({ port: 0, host: '0.0.0.0' })
})
afterAll(() => app.close())

type Sending = { from?: string; body?: string | Buffer; isChunked?: boolean; encoding?: string }

/** Sends a body but its last byte. `status` is that of the answer, `end` sends the rest, `leave` does not. */
async function sendSlowly({ from = '127.0.0.1', body = BODY, isChunked = false, encoding }: Sending = {}) {
  const { port } = app.server.address() as AddressInfo
  const headers = {
    'content-type': 'application/json',
    ...(encoding !== undefined && { 'content-encoding': encoding }),
    ...(!isChunked && { 'content-length': body.length }),
  }
  const sending = request({ method: 'POST', host: '127.0.0.1', localAddress: from, port, headers })
  const seen = new Promise<void>((resolve) => app.server.once('request', () => resolve()))
  const status = new Promise<number | undefined>((resolve) => {
    sending.once('response', (reply) => resolve(reply.resume().statusCode)).once('error', () => resolve(undefined))
  })
  sending.write(body.slice(0, -1))
  await seen
  return { status, end: () => void sending.end(body.slice(-1)), leave: () => void sending.destroy() }
}

test('lets a client network hold no more bodies than are left for all others', async () => {
  const held = [await sendSlowly(), await sendSlowly()]
  expect(await (await sendSlowly()).status).toBe(503)
  expect(await (await sendSlowly({ isChunked: true, from: '127.0.0.2' })).status).toBe(503)
  const other = await sendSlowly({ from: '127.0.0.2' })
  const small = await sendSlowly({ body: '"small"' })
  for (const { end } of [other, small]) end()
  expect([await other.status, await small.status]).toEqual([200, 200])

  const [answered, left] = held
  answered?.end()
  left?.leave()
  expect([await answered?.status, await left?.status]).toEqual([200, undefined])
  const free = async () => {
    const again = await sendSlowly({ body: JSON.stringify('x'.repeat(90_000)) })
    again.end()
    return again.status
  }
  await expect.poll(free).toBe(200)
})

test('lets a client network hold a limited number of small bodies', async () => {
  const small = { body: '"small"', from: '127.0.0.3' }
  const held = await Promise.all(Array.from({ length: 20 }, () => sendSlowly(small)))
  expect(await (await sendSlowly(small)).status).toBe(503)
  const other = await sendSlowly({ ...small, from: '127.0.0.4' })
  other.end()
  expect(await other.status).toBe(200)

  held[0]?.leave()
  for (const { end } of held.slice(1)) end()
  expect(await Promise.all(held.slice(1).map(({ status }) => status))).toEqual(Array.from({ length: 19 }, () => 200))
  const free = async () => {
    const again = await sendSlowly(small)
    again.end()
    return again.status
  }
  await expect.poll(free).toBe(200)
}, 30_000)

test('refuses a compressed body before it has arrived, because its length does not tell what it holds', async () => {
  for (const encoding of ['gzip', 'GZIP', 'br', 'identity, deflate']) {
    expect(await (await sendSlowly({ body: gzipSync(BODY), encoding })).status, encoding).toBe(415)
  }
  const plain = await sendSlowly({ body: '"small"', encoding: 'identity' })
  plain.end()
  expect(await plain.status).toBe(200)
})

const LARGE = JSON.stringify('x'.repeat(90_000))
const SLOW = 'GET /slow HTTP/1.1\r\nhost: shop\r\n\r\n'

test.each([
  ['before its request begins', '', 'x-begins-after: 200\r\n', '{'],
  ['while it waits for the answer to an earlier request', SLOW, '', LARGE],
])('holds nothing for a client that leaves %s', async (_when, earlier, header, body) => {
  const { port } = app.server.address() as AddressInfo
  for (let time = 0; time < 3; time += 1) {
    const socket = connect(port, '127.0.0.1').on('error', () => {})
    const head = `POST / HTTP/1.1\r\nhost: shop\r\n${header}content-type: application/json\r\n`
    socket.write(`${earlier}${head}content-length: ${LARGE.length}\r\n\r\n${body}`)
    await pause(100)
    socket.resetAndDestroy()
  }
  await pause(300)
  const next = await sendSlowly({ body: LARGE })
  next.end()
  expect(await next.status).toBe(200)
})
