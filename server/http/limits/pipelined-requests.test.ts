import { connect, type AddressInfo } from 'node:net'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, expect, test, vi } from 'vitest'
import { limitPipelinedRequests } from './pipelined-requests.ts'

const REQUEST = 'GET / HTTP/1.1\r\nHost: shop.example\r\n\r\n'

let app: FastifyInstance
afterEach(() => app.close())

/** Opens a server whose answers wait until `release` is called. */
async function openServer() {
  const { promise, resolve: release } = Promise.withResolvers<void>()
  const work = vi.fn(async () => {
    await promise
    return 'done'
  })
  app = Fastify({ forceCloseConnections: true })
  limitPipelinedRequests(app)
  app.get('/', work)
  await app.listen({ port: 0, host: '127.0.0.1' })
  return { work, release, port: (app.server.address() as AddressInfo).port }
}

/** Sends requests in one packet without waiting for answers. Returns what comes back until the connection ends. */
async function sendTogether(port: number, count: number, then = '') {
  const socket = connect(port, '127.0.0.1')
  let answers = ''
  socket.setEncoding('latin1').on('data', (part: string) => (answers += part))
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  socket.on('error', () => undefined)
  socket.write(REQUEST.repeat(count) + then)
  return { socket, closed, answers: () => answers }
}

test('closes a connection on which a client sends several requests without waiting for answers', async () => {
  const { work, port } = await openServer()
  const { closed } = await sendTogether(port, 1_000)
  await closed
  expect(work.mock.calls.length).toBeLessThanOrEqual(2)

  const few = await sendTogether(port, 3)
  await few.closed
  expect(few.answers()).toBe('')
}, 30_000)

test('counts requests that expect something of the server', async () => {
  const { work, release, port } = await openServer()
  const odd = REQUEST.replace('\r\n\r\n', '\r\nExpect: something\r\n\r\n')
  const { closed, answers } = await sendTogether(port, 0, odd.repeat(1_000))
  await closed
  expect(work.mock.calls.length).toBeLessThanOrEqual(2)
  expect(answers()).toBe('')

  release()
  const one = await sendTogether(port, 0, odd.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'))
  await one.closed
  expect(one.answers()).toMatch(/^HTTP\/1\.1 200 /)
}, 30_000)

test('answers two requests that were sent together, and many one after the other', async () => {
  const { release, port } = await openServer()
  release()
  const last = REQUEST.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n')
  const { closed, answers } = await sendTogether(port, 1, last)
  await closed
  expect(answers().match(/HTTP\/1\.1 200/g)).toHaveLength(2)

  const { socket, answers: later } = await sendTogether(port, 1)
  for (let count = 1; count <= 30; count += 1) {
    await vi.waitFor(() => expect(later().match(/HTTP\/1\.1 200/g)).toHaveLength(count))
    socket.write(REQUEST)
  }
  socket.destroy()
})

test('leaves requests inside the process alone', async () => {
  const { release } = await openServer()
  const replies = Promise.all(Array.from({ length: 30 }, () => app.inject('/')))
  release()
  expect((await replies).map(({ statusCode }) => statusCode)).toEqual(Array.from({ length: 30 }, () => 200))
})
