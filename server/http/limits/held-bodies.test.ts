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

test('closes the oldest large bodies of the client network that has sent most', async () => {
  const other = await sendSlowly({ from: '127.0.0.2' })
  const greedy = [await sendSlowly(), await sendSlowly({ isChunked: true }), await sendSlowly()]
  const closed = greedy[0]?.status.then(() => 'closed')
  expect(await Promise.race([closed, pause(5_000)])).toBe('closed')
  for (const { end } of [other, ...greedy.slice(1)]) end()
  expect(await Promise.all([other, ...greedy.slice(1)].map(({ status }) => status))).toEqual([200, 200, 200])
})

test('holds no room for bodies that do not arrive, however long they are said to be', async () => {
  const { port } = app.server.address() as AddressInfo
  const sockets = Array.from({ length: 40 }, (_, index) => {
    const socket = connect({ port, host: '127.0.0.1', localAddress: `127.0.1.${index + 1}` }).on('error', () => {})
    const length = index % 2 === 0 ? 'transfer-encoding: chunked\r\n\r\n1\r\n{\r\n' : 'content-length: 900000\r\n\r\n{'
    socket.write(`POST / HTTP/1.1\r\nhost: shop\r\ncontent-type: application/json\r\n${length}`)
    return socket
  })
  await pause(500)
  const large = await sendSlowly({ body: LARGE })
  await pause(500)
  large.end()
  expect(await large.status).toBe(200)
  expect(sockets.filter(({ destroyed }) => destroyed)).toEqual([])
  for (const socket of sockets) socket.destroy()
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
  ['while it waits for the answer to an earlier request', SLOW, '', '"small"'],
])('holds nothing for a client that leaves %s', async (_when, earlier, header, body) => {
  const { port } = app.server.address() as AddressInfo
  for (let time = 0; time < 25; time += 1) {
    const socket = connect({ port, host: '127.0.0.1', localAddress: '127.0.0.9' }).on('error', () => {})
    const head = `POST / HTTP/1.1\r\nhost: shop\r\n${header}content-type: application/json\r\n`
    socket.write(`${earlier}${head}content-length: 7\r\n\r\n${body}`)
    await pause(20)
    socket.resetAndDestroy()
  }
  await pause(300)
  const next = await sendSlowly({ body: '"small"', from: '127.0.0.9' })
  next.end()
  expect(await next.status).toBe(200)
})
