import { spawnSync } from 'node:child_process'
import type { IncomingMessage } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, expect, test } from 'vitest'
import { connectionLimits, limitConnections } from './limited-connections.ts'

const MAX = 5
const MAX_OF_ALL = 12

let app: FastifyInstance
const sockets: Socket[] = []
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await app.close()
})

async function openServer(TRUSTED_PROXIES: string[] = []) {
  app = Fastify({ forceCloseConnections: true })
  limitConnections(app, { TRUSTED_PROXIES }, { ofNetwork: MAX, ofAll: MAX_OF_ALL })
  app.get('/', () => 'done')
  app.get('/stream', (_request, reply) => {
    reply.raw.write('open')
    return reply.hijack()
  })
  await app.listen({ port: 0, host: '0.0.0.0' })
}

/** Opens connections, sends a request on each, and counts those that are answered. */
async function countAnswered(count: number, localAddress: string, path = '/'): Promise<number> {
  const { port } = app.server.address() as AddressInfo
  const answers = Array.from({ length: count }, () => {
    const socket = connect({ port, host: '127.0.0.1', localAddress })
    sockets.push(socket)
    socket.write(`GET ${path} HTTP/1.1\r\nHost: shop.example\r\n\r\n`)
    return new Promise<boolean>((resolve) => {
      socket
        .once('data', () => resolve(true))
        .on('error', () => undefined)
        .once('close', () => resolve(false))
    })
  })
  return (await Promise.all(answers)).filter(Boolean).length
}

test('limits the open connections of a client network', async () => {
  await openServer()
  expect(await countAnswered(MAX + 3, '127.0.0.5')).toBe(MAX)
  expect(await countAnswered(1, '127.0.0.5')).toBe(0)
  expect(await countAnswered(1, '127.0.0.6')).toBe(1)

  for (const socket of sockets) socket.destroy()
  await expect.poll(() => countAnswered(1, '127.0.0.5')).toBe(1)
})

test('does not limit those of a trusted proxy', async () => {
  await openServer(['127.0.0.7'])
  expect(await countAnswered(MAX + 3, '127.0.0.7')).toBe(MAX + 3)
})

test('takes no request of a connection that was reset before it was accepted, and whose address is unknown', async () => {
  await openServer()
  const addresses: (string | undefined)[] = []
  app.server.prependListener('request', ({ socket }: IncomingMessage) => addresses.push(socket.remoteAddress))
  const { port } = app.server.address() as AddressInfo
  const sending = `
    const socket = require('node:net').connect(${port}, '127.0.0.1')
    socket.write('GET / HTTP/1.1\\r\\nHost: shop.example\\r\\n\\r\\n', () => socket.resetAndDestroy())`
  // Meanwhile this process accepts nothing.
  expect(spawnSync(process.execPath, ['-e', sending]).status).toBe(0)
  expect(await countAnswered(1, '127.0.0.6')).toBe(1)
  expect(addresses).toEqual(['127.0.0.6'])
})

test('closes connections at rest of the network that has most, for those of another one', async () => {
  await openServer()
  expect(await countAnswered(2, '127.0.0.5', '/stream')).toBe(2)
  expect(await countAnswered(3, '127.0.0.5')).toBe(3)
  expect(await countAnswered(4, '127.0.0.6')).toBe(4)
  expect(await countAnswered(3, '127.0.0.7')).toBe(3)
  const isOpen = () => sockets.map((socket) => !socket.destroyed)
  expect(isOpen()).toEqual(Array.from({ length: MAX_OF_ALL }, () => true))

  expect(await countAnswered(3, '127.0.0.8')).toBe(3)
  const [streams, idle] = [
    [true, true],
    [false, false, true],
  ]
  await expect.poll(isOpen).toEqual([...streams, ...idle, false, ...Array.from({ length: 9 }, () => true)])
})

test('closes connections that answer a request when the network that has most has no others', async () => {
  await openServer()
  expect(await countAnswered(5, '127.0.0.5', '/stream')).toBe(5)
  expect(await countAnswered(4, '127.0.0.6')).toBe(4)
  expect(await countAnswered(3, '127.0.0.7')).toBe(3)
  expect(await countAnswered(1, '127.0.0.8')).toBe(1)
  await expect.poll(() => sockets.map(({ destroyed }) => destroyed).indexOf(true)).toBe(0)
  expect(sockets.filter(({ destroyed }) => destroyed).length).toBe(1)
})

test('leaves room for the streams that a client network may have', () => {
  const limits = [0, 10_000, 50_000].map((MAX_STREAMS) => connectionLimits({ MAX_STREAMS }, Infinity))
  expect(limits.map(({ ofNetwork }) => ofNetwork)).toEqual([6_000, 6_000, 26_000])
  expect(limits.map(({ ofAll }) => ofAll)).toEqual([20_000, 30_000, 70_000])
})

test('leaves file descriptors for the database and for files', () => {
  const ofAll = (descriptors: number) => connectionLimits({ MAX_STREAMS: 10_000 }, descriptors).ofAll
  expect([1_024, 20_000, 524_288].map(ofAll)).toEqual([819, 18_000, 30_000])
  const limit = spawnSync('sh', ['-c', 'ulimit -Hn'], { encoding: 'utf8' }).stdout.trim()
  expect(connectionLimits({ MAX_STREAMS: 10_000 })).toEqual(connectionLimits({ MAX_STREAMS: 10_000 }, Number(limit)))
})
