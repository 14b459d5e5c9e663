import type { AddressInfo } from 'node:net'
import { connect } from 'node:net'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { watchPlaces } from '#contract/places.ts'
import { serveStream } from './serve-stream.ts'

const BLOCK = Buffer.alloc(64 * 1024, 'x')

test('disconnects slow readers and keeps fast ones', async () => {
  const app = Fastify()
  let gone = 0
  serveStream(app, watchPlaces, async () => (stream) => {
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
