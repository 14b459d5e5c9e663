import { type AddressInfo, connect, type Socket } from 'node:net'
import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { getEvent } from '#contract/events.ts'
import { nothing } from '#contract/fields.ts'
import { CROWD, send, VISITOR } from '#server/testing/slow-server.ts'
import * as z from 'zod/mini'
import { Download } from '../answers/download.ts'
import { handleErrors } from '../errors.ts'
import { serve } from '../serve.ts'

const BODY = 'x'.repeat(4_000_000)
const MOST_CLIENTS = 20

const FILE = { type: 'text/plain', fileName: 'large.txt' }

// oxlint-disable-next-line require-await
async function* inParts() {
  for (let part = 0; part < 100; part += 1) yield BODY
}

/** Answers whose clients leave at least four million characters unread. */
const answers = {
  reply: async () => BODY,
  file: () => Download.ofContent(FILE, BODY),
  'file in parts': () => Download.open(FILE, inParts()),
}

/** Starts a server with one call, whose answer is large. */
async function largeAnswers(answer: () => Promise<string | Download>) {
  const app = Fastify()
  onTestFinished(() => app.close())
  handleErrors(app)
  const turn = {
    outside: <Result>(work: () => Result) => work(),
    onOwnConnection: <Result>(work: () => Result) => work(),
    ofAccount: async () => {},
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
  return app
}

test.each(Object.entries(answers))(
  'refuses calls of a network that leaves %s unread, until it leaves',
  async (_, answer) => {
    const app = await largeAnswers(answer)
    const { port } = app.server.address() as AddressInfo
    const lazy: Socket[] = []
    onTestFinished(() => {
      for (const client of lazy) client.destroy()
    })
    const statuses: string[] = []
    while (!statuses.includes('503') && lazy.length < MOST_CLIENTS) {
      const client = connect({ host: '127.0.0.1', port, localAddress: CROWD })
      lazy.push(client)
      client.write('GET /api/v1/large HTTP/1.1\r\nHost: shop.example\r\n\r\n')
      statuses.push(
        await new Promise<string>((resolve) => {
          client.once('data', (data) => {
            client.pause()
            resolve(data.toString('latin1').slice(9, 12))
          })
        }),
      )
    }
    expect(statuses.slice(0, 3)).toEqual(['200', '200', '200'])
    expect(statuses.at(-1)).toBe('503')
    expect((await send(app, '/api/v1/large', VISITOR).answer).status).toBe(200)
    for (const client of lazy) client.destroy()
    await expect.poll(async () => (await send(app, '/api/v1/large', CROWD).answer).status).toBe(200)
  },
)
