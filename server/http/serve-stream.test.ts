import type { AddressInfo } from 'node:net'
import { connect, type Socket } from 'node:net'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { watchPlaces } from '#contract/places.ts'
import { type EventStream, refuseRequestsOnStreams, serveStream } from './serve-stream.ts'

const BLOCK = Buffer.alloc(64 * 1024, 'x')

test('disconnects slow readers and keeps fast ones', async () => {
  const app = Fastify()
  let gone = 0
  serveStream(app, watchPlaces, async () => (open) => {
    const stream = open()
    const sending = setInterval(() => stream.send(BLOCK), 1)
    stream.onClose(() => {
      clearInterval(sending)
      gone += 1
    })
  })
  await app.listen({ port: 0 })
  const dial = () => {
    const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
    socket.on('error', () => {})
    socket.write('GET /api/v1/eventshows/1/places/stream HTTP/1.1\r\nhost: shop\r\n\r\n')
    return socket
  }
  const idle = dial().pause()
  let heard = 0
  const reader = dial().on('data', (chunk) => (heard += chunk.length))
  await expect.poll(() => gone, { timeout: 20_000 }).toBe(1)
  expect(reader.destroyed).toBe(false)
  expect(heard).toBeGreaterThan(BLOCK.length)
  reader.destroy()
  idle.destroy()
  await expect.poll(() => gone).toBe(2)
  await app.close()
})

test('disconnects a client that leaves few events unread', async () => {
  const app = Fastify()
  let isGone = false
  serveStream(
    app,
    watchPlaces,
    async () => (open) => {
      const stream = open()
      // Fills the buffers of the connection, then stops as soon as an event is left over.
      const fill = () => {
        if ([...sockets].some((socket) => socket.writableLength > 0)) return
        stream.send(BLOCK.subarray(0, 16_000))
        setTimeout(fill, 1)
      }
      stream.onClose(() => (isGone = true))
      fill()
    },
    { unreadMs: 500 },
  )
  const sockets = new Set<Socket>()
  app.server.on('connection', (socket) => sockets.add(socket))
  await app.listen({ port: 0 })
  const idle = connect((app.server.address() as AddressInfo).port, '127.0.0.1').pause()
  idle.on('error', () => {})
  idle.write('GET /api/v1/eventshows/1/places/stream HTTP/1.1\r\nhost: shop\r\n\r\n')
  await expect.poll(() => isGone, { timeout: 20_000 }).toBe(true)
  idle.destroy()
  await app.close()
})

test('disconnects a client that sends another request on the connection of its stream', async () => {
  const app = Fastify()
  refuseRequestsOnStreams(app)
  app.get('/secret', async () => 'an answer among the events')
  serveStream(app, watchPlaces, async () => (open) => open().send(Buffer.from('data: 1\n\n')))
  await app.listen({ port: 0 })
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  let heard = ''
  let isClosed = false
  socket.on('data', (chunk) => (heard += chunk.toString())).once('close', () => (isClosed = true))
  socket.write('GET /api/v1/eventshows/1/places/stream HTTP/1.1\r\nhost: shop\r\n\r\n')
  await expect.poll(() => heard).toMatch(/^HTTP\/1.1 200 OK\r\n[^]*\r\nconnection: close\r\n[^]*\r\n\r\ndata: 1\n\n$/)
  socket.write('GET /secret HTTP/1.1\r\nhost: shop\r\n\r\n')
  await expect.poll(() => isClosed).toBe(true)
  expect(heard).not.toContain('answer')
  await app.close()
})

test.for(['Content-Length: 1000', 'Transfer-Encoding: chunked'])(
  'disconnects a client that asks for a stream with a body: %s',
  async (header) => {
    const app = Fastify()
    let opened = 0
    serveStream(app, watchPlaces, async () => (open) => {
      opened += 1
      open()
    })
    await app.listen({ port: 0 })
    const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
    let isClosed = false
    socket.on('error', () => {}).once('close', () => (isClosed = true))
    socket.write(`GET /api/v1/eventshows/1/places/stream HTTP/1.1\r\nhost: shop\r\n${header}\r\n\r\n`)
    await expect.poll(() => isClosed).toBe(true)
    expect(opened).toBe(0)
    await app.close()
  },
)

test('disconnects a client that asks for a stream without waiting for the answer to an earlier request', async () => {
  const app = Fastify()
  let opened = 0
  app.get('/slow', () => new Promise(() => {}))
  const admit = async () => (open: () => EventStream) => {
    open()
    opened += 1
  }
  serveStream(app, watchPlaces, admit)
  await app.listen({ port: 0 })
  const watching = 'GET /api/v1/eventshows/1/places/stream HTTP/1.1\r\nhost: shop\r\n\r\n'
  for (const earlier of [watching, 'GET /slow HTTP/1.1\r\nhost: shop\r\n\r\n']) {
    const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
    let isClosed = false
    socket.on('error', () => {}).once('close', () => (isClosed = true))
    socket.resume().write(earlier + watching)
    await expect.poll(() => isClosed).toBe(true)
  }
  expect(opened).toBe(1)
  await app.close()
})
