import { spawnSync } from 'node:child_process'
import type { IncomingMessage } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, expect, test } from 'vitest'
import { limitConnections, mostConnections } from './limited-connections.ts'

const MAX = 5

let app: FastifyInstance
const sockets: Socket[] = []
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await app.close()
})

async function openServer(TRUSTED_PROXIES: string[] = []) {
  app = Fastify({ forceCloseConnections: true })
  limitConnections(app, { TRUSTED_PROXIES }, MAX)
  app.get('/', () => 'done')
  await app.listen({ port: 0, host: '0.0.0.0' })
}

/** Opens connections, sends a request on each, and counts those that are answered. */
async function countAnswered(count: number, localAddress: string): Promise<number> {
  const { port } = app.server.address() as AddressInfo
  const answers = Array.from({ length: count }, () => {
    const socket = connect({ port, host: '127.0.0.1', localAddress })
    sockets.push(socket)
    socket.write('GET / HTTP/1.1\r\nHost: shop.example\r\n\r\n')
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

test('leaves room for the streams that a client network may have', () => {
  expect([0, 10_000, 50_000].map((MAX_STREAMS) => mostConnections({ MAX_STREAMS }))).toEqual([6_000, 6_000, 26_000])
})
