import { type AddressInfo, connect, type Socket } from 'node:net'
import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import * as z from 'zod/mini'
import { getEvent } from '#contract/events.ts'
import { nothing } from '#contract/fields.ts'
import { send, VISITOR } from '#server/testing/slow-server.ts'
import { Download } from '../answers/download.ts'
import { PreparedAnswer } from '../answers/prepared-answer.ts'
import { handleErrors } from '../errors.ts'
import { serve } from '../serve.ts'
import { limitUnreadAnswers } from './unread-answers.ts'

const TEXT = 'x'.repeat(4_000_000)
const BYTES = Buffer.alloc(8_000_000)
/** More than the limit of 128 MB, and the most that may stay connected. */
const [TOO_MANY, MOST] = [40, 33]
const FILE = { type: 'text/plain', fileName: 'large.txt' }

// oxlint-disable-next-line require-await
async function* inParts() {
  for (let part = 0; part < 100; part += 1) yield TEXT.slice(0, 1_000_000)
}

/** Answers whose clients leave at least four million characters unread. */
const answers = {
  reply: async () => TEXT,
  'prepared answer': async () => PreparedAnswer.ofFile('text/plain', 'large.txt', Buffer.from(BYTES)),
  file: () => Download.ofContent(FILE, TEXT),
  'file in parts': () => Download.open(FILE, inParts()),
}

const shared = PreparedAnswer.ofFile('text/plain', 'large.txt', BYTES)

/** Starts a server with one call, whose answer is large. */
async function largeAnswers(answer: () => Promise<string | Download | PreparedAnswer>) {
  const app = Fastify()
  onTestFinished(() => app.close())
  handleErrors(app)
  limitUnreadAnswers(app)
  const turn = {
    outside: <Result>(work: () => Result) => work(),
    onOwnConnection: <Result>(work: () => Result) => work(),
    ofCaller: async () => {},
  }
  app.decorate('inTurn', ((_request: unknown, _reply: unknown, work: (given: typeof turn) => unknown) =>
    work(turn)) as never)
  const endpoint = {
    ...getEvent,
    path: '/large' as const,
    params: nothing,
    reply: z.string(),
    access: 'visitor' as const,
  }
  serve(app, endpoint, answer)
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  const clients: Socket[] = []
  onTestFinished(() => {
    for (const client of clients) client.destroy()
  })
  /** Asks from an address, and reads the beginning of the answer. */
  const askLazily = async (from: string) => {
    const client = connect({ host: '127.0.0.1', port, localAddress: from })
    client.on('error', () => undefined)
    clients.push(client)
    client.write('GET /api/v1/large HTTP/1.1\r\nHost: shop.example\r\n\r\n')
    const status = await new Promise<string>((resolve) => {
      client.once('data', (data) => {
        client.pause()
        resolve(data.toString('latin1').slice(9, 12))
      })
    })
    return { client, status }
  }
  const connections = () =>
    new Promise<number>((resolve, reject) => {
      app.server.getConnections((error, count) => (error ? reject(error) : resolve(count)))
    })
  return { app, askLazily, connections }
}

/** Reads on until an answer has arrived, or the connection is closed. Returns the bytes that came. */
async function read(client: Socket): Promise<number> {
  client.resume()
  await expect.poll(() => client.bytesRead >= TEXT.length || client.closed).toBe(true)
  return client.bytesRead
}

test.each(Object.entries(answers))(
  'closes connections of networks that leave each %s unread, and answers everybody',
  async (_, answer) => {
    const { app, askLazily, connections } = await largeAnswers(answer)
    const slow = await askLazily('127.0.0.3')
    const statuses = new Set<string>()
    // No network holds much more than its share: each has an address of its own.
    for (let asked = 0; asked < TOO_MANY; asked += 1) {
      const { status } = await askLazily(`127.0.1.${(asked % 6) + 1}`)
      statuses.add(status)
    }
    expect([...statuses]).toEqual(['200'])
    await expect.poll(connections).toBeLessThanOrEqual(MOST)
    expect((await send(app, '/api/v1/large', VISITOR).answer).status).toBe(200)
    expect(await read(slow.client)).toBeGreaterThanOrEqual(TEXT.length)
  },
)

test('closes no connection for an answer that is in memory once', async () => {
  const { askLazily, connections } = await largeAnswers(async () => shared)
  for (let asked = 0; asked < TOO_MANY; asked += 1) await askLazily('127.0.1.1')
  expect(await connections()).toBe(TOO_MANY)
})
