import { connect, type AddressInfo, type Socket } from 'node:net'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, expect, test } from 'vitest'
import { limitHeldHeads } from './held-heads.ts'

const MAX_BYTES = 40_000
const PART_BYTES = 15_000

let app: FastifyInstance
const sockets: Socket[] = []
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await app.close()
})

async function openServer({ trustProxy = false } = {}) {
  app = Fastify({ forceCloseConnections: true, trustProxy })
  app.get('/', () => 'done')
  app.post('/', () => 'done')
  limitHeldHeads(app, MAX_BYTES)
  await app.listen({ port: 0, host: '0.0.0.0' })
}

type Client = {
  socket: Socket
  send: (text: string) => Promise<unknown>
  answer: () => string
  isClosed: () => boolean
}

function open(localAddress: string): Client {
  const socket = connect({ port: (app.server.address() as AddressInfo).port, host: '127.0.0.1', localAddress })
  sockets.push(socket)
  let answer = ''
  let isClosed = false
  socket
    .on('data', (piece) => (answer += String(piece)))
    .on('error', () => undefined)
    .once('close', () => (isClosed = true))
  const send = (text: string) => new Promise((resolve) => void socket.write(text, resolve))
  return { socket, send, answer: () => answer, isClosed: () => isClosed }
}

const head = (padding: string) => `GET / HTTP/1.1\r\nHost: shop.example\r\nX-Padding: ${padding}`
const part = head('x'.repeat(PART_BYTES))
const whole = `${head('x')}\r\n\r\n`
const BODIES: [string, string][] = [
  ['no body', whole],
  ['a body', 'POST / HTTP/1.1\r\nHost: shop.example\r\nContent-Type: text/plain\r\nContent-Length: 4\r\n\r\nbody'],
]

test('closes the oldest connections of the network that has sent most of incomplete requests', async () => {
  await openServer()
  const others = open('127.0.0.5')
  await others.send(part)
  const greedy = [open('127.0.0.6'), open('127.0.0.6'), open('127.0.0.6')]
  for (const { send } of greedy) await send(part)
  await expect.poll(() => greedy.filter(({ isClosed }) => isClosed()).length).toBe(2)
  expect(greedy.at(-1)?.isClosed()).toBe(false)
  expect(others.isClosed()).toBe(false)
  await others.send('\r\n\r\n')
  await expect.poll(others.answer).toContain('done')
})

test.for(BODIES)('counts what follows a complete request with %s', async ([, request]) => {
  await openServer()
  const greedy = Array.from({ length: 4 }, () => open('127.0.0.6'))
  for (const { send } of greedy) await send(request + part)
  await expect.poll(() => greedy.filter(({ isClosed }) => isClosed()).length).toBe(2)
})

test('keeps connections open whose requests are complete, however many', async () => {
  await openServer()
  const clients = Array.from({ length: 4 }, () => open('127.0.0.6'))
  for (const { send } of clients) for (let sent = 0; sent < 20; sent += 1) await send(`${part}\r\n\r\n`)
  await new Promise((resolve) => void setTimeout(resolve, 1_200))
  expect(clients.map(({ isClosed }) => isClosed())).toEqual([false, false, false, false])
})

test('closes the connection after a body in chunks, in which the next request could not be told from the body', async () => {
  await openServer()
  const client = open('127.0.0.6')
  await client.send('POST / HTTP/1.1\r\nHost: shop.example\r\nContent-Type: text/plain\r\n')
  await client.send('Transfer-Encoding: chunked\r\n\r\n4\r\nbody\r\n0\r\n\r\n')
  await expect.poll(client.isClosed).toBe(true)
  expect(client.answer()).toContain('done')
})

const begun = (body: string) =>
  `POST / HTTP/1.1\r\nHost: shop.example\r\nX-Padding: ${'x'.repeat(PART_BYTES)}\r\nContent-Type: text/plain\r\n${body}`

test.for([
  ['a body', begun('Content-Length: 100000\r\n\r\nb')],
  ['a body in chunks', begun('Transfer-Encoding: chunked\r\n\r\n1\r\nb\r\n')],
] as const)('counts the head of a request of which %s is still arriving', async ([, request]) => {
  await openServer()
  const greedy = Array.from({ length: 4 }, () => open('127.0.0.6'))
  for (const { send } of greedy) await send(request)
  await expect.poll(() => greedy.filter(({ isClosed }) => isClosed()).length).toBe(2)
})

test('counts what follows a body in chunks', async () => {
  await openServer()
  const greedy = Array.from({ length: 4 }, () => open('127.0.0.6'))
  const head = 'POST / HTTP/1.1\r\nHost: shop.example\r\nContent-Type: text/plain\r\nTransfer-Encoding: chunked\r\n\r\n'
  for (const { send } of greedy) await send(`${head}1\r\nb\r\n0\r\nX-Trailer: ${'x'.repeat(PART_BYTES)}`)
  await expect.poll(() => greedy.filter(({ isClosed }) => isClosed()).length).toBe(2)
})

test('does not count bodies, also those of which the rest arrives after the answer', async () => {
  await openServer()
  const head = (path: string) => `POST ${path} HTTP/1.1\r\nHost: shop.example\r\nContent-Type: text/plain\r\n`
  const body = 'b'.repeat(2 * PART_BYTES)
  const clients = ['/', '/unknown'].flatMap((path) => [
    { path, framed: `Content-Length: ${body.length * 2}\r\n\r\n${body}`, client: open('127.0.0.6') },
    { path, framed: `Content-Length: ${body.length * 2}\r\n\r\n${body}`, client: open('127.0.0.6') },
  ])
  for (const { path, framed, client } of clients) await client.send(head(path) + framed)
  await new Promise((resolve) => void setTimeout(resolve, 1_200))
  expect(clients.map(({ client }) => client.isClosed())).toEqual([false, false, false, false])
  for (const { client } of clients) await client.send(body)
  for (const { client } of clients) await expect.poll(client.answer).toContain('HTTP/1.1')
})

test('closes connections by the network that a trusted proxy names', async () => {
  await openServer({ trustProxy: true })
  const from = (address: string) => `X-Forwarded-For: ${address}\r\nContent-Length: 100000\r\n\r\nb`
  const other = open('127.0.0.6')
  await other.send(begun(from('203.0.113.1')))
  const greedy = Array.from({ length: 3 }, () => open('127.0.0.6'))
  for (const { send } of greedy) await send(begun(from('203.0.113.2')))
  await expect.poll(() => greedy.filter(({ isClosed }) => isClosed()).length).toBe(2)
  expect(other.isClosed()).toBe(false)
})

test('refuses a request with very many headers', async () => {
  await openServer()
  const client = open('127.0.0.6')
  await client.send(`${head('x')}\r\n${Array.from({ length: 300 }, (_, at) => `X-${at}: y\r\n`).join('')}\r\n`)
  await expect.poll(client.isClosed).toBe(true)
  expect(client.answer()).toMatch(/^HTTP\/1.1 431 /)
})
