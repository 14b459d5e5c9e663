import { connect, type AddressInfo, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import Fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { limitSmallPieces } from './small-pieces.ts'

const app = Fastify({ forceCloseConnections: true })

beforeAll(async () => {
  limitSmallPieces(app)
  app.post<{ Body: unknown[] }>('/', ({ body }) => String(body.length))
  app.get('/', () => 'done')
  await app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => app.close())

const headOf = (method: string) =>
  `${method} / HTTP/1.1\r\nHost: shop.example\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`
const chunked = (text: string, size: number) =>
  (text.match(new RegExp(`.{1,${size}}`, 'g')) ?? []).map((part) => `${part.length.toString(16)}\r\n${part}\r\n`)
const LAST = '0\r\n\r\n'

function open() {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  const seen = { answers: '', isClosed: false }
  socket.setEncoding('latin1').on('data', (part: string) => (seen.answers += part))
  socket.on('error', () => undefined)
  socket.once('close', () => (seen.isClosed = true))
  return { socket, seen }
}

test('closes the connection of a body in tiny chunks', async () => {
  const { socket, seen } = open()
  socket.write(headOf('POST') + chunked(JSON.stringify(Array.from({ length: 1_000 }, () => 7)), 1).join(''))
  await expect.poll(() => seen.isClosed, { timeout: 5_000 }).toBe(true)
  expect(seen.answers).toBe('')
})

test('closes the connection of a body of a told length in tiny packets', async () => {
  const { socket, seen } = open()
  socket.setNoDelay(true)
  const head = headOf('POST').replace('Transfer-Encoding: chunked', 'Content-Length: 4000')
  socket.write(head)
  for (let sent = 0; sent < 400 && !seen.isClosed; sent += 1) {
    socket.write(' ')
    await pause(1)
  }
  await expect.poll(() => seen.isClosed, { timeout: 5_000 }).toBe(true)
  expect(seen.answers).toBe('')
})

test('reads a body in ordinary chunks, and several on one connection', async () => {
  const { socket, seen } = open()
  const body = JSON.stringify(Array.from({ length: 50_000 }, () => 7))
  for (const size of [1_000, 16_000]) {
    seen.answers = ''
    socket.write(headOf('POST') + chunked(body, size).join('') + LAST)
    await expect.poll(() => seen.answers).toMatch(/\r\n\r\n50000$/)
  }
  seen.answers = ''
  socket.write(headOf('POST') + chunked('[1,2,3]', 1).join('') + LAST)
  await expect.poll(() => seen.answers).toMatch(/\r\n\r\n3$/)
  expect(seen.isClosed).toBe(false)
  socket.destroy()
})

test('closes a connection whose body goes on after the answer, once the client has read that', async () => {
  const { socket, seen } = open()
  socket.write(headOf('GET') + chunked('x'.repeat(300), 300).join(''))
  await expect.poll(() => seen.answers).toMatch(/\r\n\r\ndone$/)
  await expect.poll(() => seen.isClosed, { timeout: 5_000 }).toBe(true)
})

test('reads nothing more of a body that goes on after the answer', async () => {
  const served = new Promise<Socket>((resolve) => app.server.once('connection', resolve))
  const { socket, seen } = open()
  socket.write(headOf('GET') + chunked('x'.repeat(300), 300).join(''))
  await expect.poll(() => seen.answers).toMatch(/\r\n\r\ndone$/)
  const { bytesRead } = await served
  for (let part = 0; part < 100; part += 1) socket.write(chunked('x'.repeat(30_000), 300).join(''))
  await pause(500)
  expect((await served).bytesRead - bytesRead).toBeLessThan(200_000)
  await expect.poll(() => seen.isClosed, { timeout: 5_000 }).toBe(true)
})
