import { Agent, request } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import Fastify, { type FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import type { AppContext } from '#server/context.ts'
import type { Db } from '#server/db/connection.ts'
import { tokensWith } from '#server/features/auth/tokens.ts'
import type { Limits } from '#server/semaphore.ts'
import { openTestShop } from '#server/testing/shop.ts'
import { givenUser } from '#server/testing/test-data.ts'
import { handleErrors } from './errors.ts'
import type { AdmissionLimits } from './admission.ts'
import { NetworkTurns, takeTurns } from './network-turns.ts'

const CROWD = '127.0.0.2'
const VISITOR = '127.0.0.3'

type Answer = { status: number | undefined; retryAfter: string | undefined }
type Request = { answer: Promise<Answer>; leave: () => void }

const agent = new Agent({ keepAlive: false, maxSockets: Infinity })
const keepingAgent = new Agent({ keepAlive: true, maxSockets: Infinity })
const apps: FastifyInstance[] = []
afterEach(async () => {
  for (const app of apps.splice(0)) await app.close()
})

/** Sends a request from an address of this machine. */
function send(app: FastifyInstance, path: string, from: string, { method = 'GET', by = agent } = {}): Request {
  const { port } = app.server.address() as AddressInfo
  const sent = request({ host: '127.0.0.1', port, path, method, agent: by, localAddress: from })
  const answer = new Promise<Answer>((resolve, reject) => {
    sent.once('response', (response) => {
      response.resume()
      resolve({ status: response.statusCode, retryAfter: response.headers['retry-after'] })
    })
    sent.once('error', reject)
    sent.end()
  })
  answer.catch(() => {})
  return { answer, leave: () => sent.destroy() }
}

/**
 * A server whose requests end when the test lets them. `queue` sends a request and waits until it asks for its turn,
 * `hasNoticed` tells whether the server knows that a client has left.
 */
async function slowServer(ofNetwork: Limits, ofShop: Partial<AdmissionLimits> = {}, luck: Record<string, number> = {}) {
  const ofServer = {
    running: 1_000,
    writing: ofShop.running ?? 1_000,
    batched: 1_000,
    shared: 1_000,
    waiting: 1_000,
    waitMs: 60_000,
    ...ofShop,
  }
  const turns = new NetworkTurns(ofNetwork, ofServer, (network) => luck[network] ?? 0.5)
  const open = new Map<string, () => void>()
  const left = new Set<string>()
  let arrived = 0
  const app = Fastify()
  apps.push(app)
  handleErrors(app)
  app.route({
    method: ['GET', 'POST'],
    url: '/:name',
    handler: (request, reply) => {
      const { name } = request.params as { name: string }
      reply.raw.once('close', () => left.add(name))
      const work = async () => {
        await new Promise<void>((resolve) => open.set(name, resolve))
        open.delete(name)
        return name
      }
      const answer = turns.take(request, reply, work, name.startsWith('batched') ? 'batched' : undefined)
      arrived += 1
      return answer
    },
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const names = () => [...open.keys()]
  const queue = async (...args: Parameters<typeof send>) => {
    const before = arrived
    const sent = send(...args)
    await expect.poll(() => arrived).toBe(before + 1)
    return sent
  }
  const hasNoticed = (name: string) => left.has(name)
  return { app, turns, names, queue, hasNoticed, end: (name: string) => open.get(name)?.() }
}

test('answers another network while one occupies all that it may', async () => {
  const shop = await openTestShop()
  await shop.app.listen({ host: '127.0.0.1', port: 0 })
  await shop.owner.transaction().execute(async (tx) => {
    await sql`lock table events`.execute(tx)
    let answered = 0
    const crowd = Array.from({ length: 60 }, () => send(shop.app, '/api/v1/events', CROWD))
    for (const { answer } of crowd) void answer.then(() => (answered += 1)).catch(() => {})
    await expect.poll(() => waitingForLocks(shop.db)).toBeGreaterThan(0)
    await wait(300)
    const visitor = await send(shop.app, '/api/v1/artists', VISITOR).answer
    expect([visitor.status, answered]).toEqual([200, 0])
    for (const { leave } of crowd) leave()
  })
  await shop.close()
})

test('answers another network after a few requests of one that never has to wait for the database', async () => {
  const turns = new NetworkTurns(
    { running: 2, waiting: 100, waitMs: 60_000 },
    { running: 100, writing: 100, batched: 100, shared: 100, waiting: 100, waitMs: 60_000 },
    () => 0.5,
  )
  const app = Fastify()
  apps.push(app)
  let done = 0
  app.get('/', (incoming, reply) =>
    turns.take(incoming, reply, async () => {
      const end = performance.now() + 1
      while (performance.now() < end);
      done += 1
      return 'done'
    }),
  )
  await app.listen({ host: '127.0.0.1', port: 0 })
  let isOver = false
  const visit = (from: string) => send(app, '/', from, { by: keepingAgent }).answer
  const crowd = Array.from({ length: 40 }, async () => {
    while (!isOver) await visit(CROWD)
  })
  await expect.poll(() => done, { timeout: 30_000 }).toBeGreaterThan(80)
  const between: number[] = []
  for (let round = 0; round < 15; round += 1) {
    const before = done
    await visit(VISITOR)
    between.push(done - before)
  }
  isOver = true
  await Promise.all(crowd)
  expect(between.toSorted((a, b) => a - b).at(7)).toBeLessThan(20)
})

test('gives its turn back while an upload is slow to arrive', async () => {
  const shop = await openTestShop()
  await shop.app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = shop.app.server.address() as AddressInfo
  const token = await shop.tokenOf(await givenUser(shop.db))
  const head = [
    'POST /api/v1/images HTTP/1.1',
    'Host: shop.example',
    `Authorization: Bearer ${token}`,
    'Content-Type: multipart/form-data; boundary=x',
    'Content-Length: 1000',
    '',
    '--x',
    'Content-Disposition: form-data; name="file"; filename="a.png"',
    '',
    'the beginning',
  ].join('\r\n')
  const uploads = Array.from({ length: 8 }, () => connect({ port, host: '127.0.0.1', localAddress: CROWD }))
  for (const upload of uploads) upload.write(head)
  await wait(500)
  expect((await send(shop.app, '/api/v1/artists', CROWD).answer).status).toBe(200)
  for (const upload of uploads) upload.destroy()
  await shop.close()
})

async function waitingForLocks(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
  return rows[0]?.count ?? 0
}

test('works on requests of a network in order, a limited number at once', async () => {
  const { app, turns, names, queue, end } = await slowServer({ running: 2, waiting: 10, waitMs: 60_000 })
  const sent: Request[] = []
  for (const name of ['a', 'b', 'c', 'd']) sent.push(await queue(app, `/${name}`, CROWD))
  expect(names()).toEqual(['a', 'b'])
  const other = send(app, '/other', VISITOR)
  await expect.poll(names).toEqual(['a', 'b', 'other'])
  end('b')
  await expect.poll(names).toEqual(['a', 'other', 'c'])
  for (const name of ['a', 'c', 'other']) end(name)
  await expect.poll(names).toEqual(['d'])
  end('d')
  for (const { answer } of [...sent, other]) expect((await answer).status).toBe(200)
  await expect.poll(() => turns.size).toBe(0)
})

test('works on batched requests besides those that write', async () => {
  const app = Fastify()
  apps.push(app)
  takeTurns(app, {
    settings: { DATABASE_POOL: 1 } as AppContext['settings'],
    tokens: tokensWith('a secret of the test'),
  })
  const open: (() => void)[] = []
  const untilEnded = () => new Promise<string>((resolve) => open.push(() => resolve('done')))
  app.post('/written', (request, reply) => app.inTurn(request, reply, untilEnded))
  app.post('/batched', (request, reply) => app.inTurn(request, reply, untilEnded, 'batched'))
  await app.listen({ host: '127.0.0.1', port: 0 })
  const paths = ['/batched', '/batched', '/batched', '/written', '/written']
  const sent = paths.map((path, index) => send(app, path, `127.0.1.${index + 1}`, { method: 'POST' }))
  await expect.poll(() => open.length).toBe(4)
  await wait(100)
  expect(open.splice(0).map((end) => end())).toHaveLength(4)
  await expect.poll(() => open.length).toBe(1)
  open[0]?.()
  for (const { answer } of sent) expect((await answer).status).toBe(200)
})

test('refuses requests beyond the queue', async () => {
  const { app, turns, names, queue, end } = await slowServer({ running: 1, waiting: 1, waitMs: 60_000 })
  const first = await queue(app, '/first', CROWD)
  const second = await queue(app, '/second', CROWD)
  expect(await send(app, '/surplus', CROWD).answer).toEqual({ status: 503, retryAfter: '2' })
  // One network does not slow down the waiting rooms.
  expect(turns.takeRefusals()).toBe(0)
  end('first')
  await expect.poll(names).toEqual(['second'])
  end('second')
  for (const { answer } of [first, second]) expect((await answer).status).toBe(200)
})

test('refuses requests that waited too long', async () => {
  const { app, queue, end } = await slowServer({ running: 1, waiting: 1, waitMs: 300 })
  const first = await queue(app, '/first', CROWD)
  expect(await send(app, '/late', CROWD).answer).toEqual({ status: 503, retryAfter: '2' })
  end('first')
  expect((await first.answer).status).toBe(200)
})

test('limits the requests of all networks, of which others wait for a while', async () => {
  const ofNetwork = { running: 2, waiting: 10, waitMs: 60_000 }
  const { app, turns, names, queue, end } = await slowServer(ofNetwork, { running: 2 })
  const sent = [send(app, '/a', CROWD), send(app, '/b', VISITOR)]
  await expect.poll(names).toHaveLength(2)
  for (const name of ['c', 'd']) sent.push(await queue(app, `/${name}`, '127.0.0.4'))
  for (const [ended, next] of [
    ['a', 'c'],
    ['b', 'd'],
  ] as const) {
    end(ended)
    await expect.poll(names).toContain(next)
  }
  for (const name of ['c', 'd']) end(name)
  for (const { answer } of sent) expect((await answer).status).toBe(200)
  await expect.poll(() => turns.size).toBe(0)
})

test('works on requests in the order of arrival before an overload, however lucky others are', async () => {
  const { app, names, queue, end } = await slowServer(
    { running: 2, waiting: 10, waitMs: 60_000 },
    { running: 1 },
    { '127.0.0.4': 0.1, '127.0.0.5': 0.9 },
  )
  const first = send(app, '/first', CROWD)
  await expect.poll(names).toEqual(['first'])
  const unlucky = await queue(app, '/unlucky', '127.0.0.4')
  const lucky = await queue(app, '/lucky', '127.0.0.5')
  end('first')
  await expect.poll(names).toEqual(['unlucky'])
  end('unlucky')
  await expect.poll(names).toEqual(['lucky'])
  end('lucky')
  for (const { answer } of [first, unlucky, lucky]) expect((await answer).status).toBe(200)
})

test('works on batched requests beside all that write', async () => {
  const ofNetwork = { running: 10, waiting: 10, waitMs: 60_000 }
  const { app, names, queue, end } = await slowServer(ofNetwork, { running: 3, writing: 1, batched: 2 })
  const sent = []
  for (const name of ['write', 'late', 'batched-1', 'batched-2', 'batched-3']) {
    sent.push(await queue(app, `/${name}`, CROWD, { method: 'POST' }))
  }
  expect(names()).toEqual(['write', 'batched-1', 'batched-2'])
  end('batched-1')
  await expect.poll(names).toEqual(['write', 'batched-2', 'batched-3'])
  end('write')
  await expect.poll(names).toEqual(['batched-2', 'batched-3', 'late'])
  for (const name of names()) end(name)
  for (const { answer } of sent) expect((await answer).status).toBe(200)
})

test('works on the requests of the luckiest networks in an overload, and refuses the others at once', async () => {
  const { app, turns, names, queue, end } = await slowServer(
    { running: 2, waiting: 10, waitMs: 60_000 },
    { running: 1 },
    { '127.0.0.4': 0.3, '127.0.0.5': 0.1, '127.0.0.6': 0.9 },
  )
  const first = send(app, '/first', CROWD)
  await expect.poll(names).toEqual(['first'])
  const unlucky = await queue(app, '/unlucky', '127.0.0.4')
  await wait(1_100)
  expect(await send(app, '/unluckier', '127.0.0.5').answer).toEqual({ status: 503, retryAfter: '2' })
  const lucky = send(app, '/lucky', '127.0.0.6')
  expect(await unlucky.answer).toEqual({ status: 503, retryAfter: '2' })
  expect([turns.takeRefusals(), turns.takeRefusals()]).toEqual([2, 0])
  end('first')
  await expect.poll(names).toEqual(['lucky'])
  end('lucky')
  for (const { answer } of [first, lucky]) expect((await answer).status).toBe(200)
  await expect.poll(() => turns.size).toBe(0)
})

test('works on requests that write before those that read', async () => {
  const ofNetwork = { running: 5, waiting: 10, waitMs: 60_000 }
  const { app, names, queue, end } = await slowServer(ofNetwork, { running: 1, waiting: 2 })
  const first = send(app, '/first', CROWD)
  await expect.poll(names).toEqual(['first'])
  const read = await queue(app, '/read', CROWD)
  const write = await queue(app, '/write', CROWD, { method: 'POST' })
  expect((await send(app, '/surplus', CROWD).answer).status).toBe(503)
  for (const [ended, next] of [
    ['first', 'write'],
    ['write', 'read'],
  ] as const) {
    end(ended)
    await expect.poll(names).toEqual([next])
  }
  end('read')
  for (const { answer } of [first, read, write]) expect((await answer).status).toBe(200)
})

test('refuses reads in an overload before requests that write, however lucky they are', async () => {
  const { app, names, queue, end } = await slowServer(
    { running: 10, waiting: 10, waitMs: 60_000 },
    { running: 1 },
    { [CROWD]: 0.1, [VISITOR]: 0.9 },
  )
  const first = send(app, '/first', CROWD, { method: 'POST' })
  await expect.poll(names).toEqual(['first'])
  const read = await queue(app, '/read', VISITOR)
  await wait(1_100)
  const write = await queue(app, '/write', CROWD, { method: 'POST' })
  expect(await read.answer).toEqual({ status: 503, retryAfter: '2' })
  end('first')
  await expect.poll(names).toEqual(['write'])
  end('write')
  for (const { answer } of [first, write]) expect((await answer).status).toBe(200)
})

test('reads while requests that write do not end', async () => {
  const { app, names, end } = await slowServer({ running: 10, waiting: 10, waitMs: 60_000 }, { running: 4, writing: 2 })
  const writes = ['a', 'b', 'c'].map((name) => send(app, `/${name}`, CROWD, { method: 'POST' }))
  await expect.poll(names).toHaveLength(2)
  await wait(1_100)
  const read = send(app, '/read', CROWD)
  await expect.poll(names).toContain('read')
  for (const name of ['a', 'b', 'read']) end(name)
  await expect.poll(names).toHaveLength(1)
  for (const name of names()) end(name)
  for (const { answer } of [...writes, read]) expect((await answer).status).toBe(200)
})

test('does no work for clients that left while waiting', async () => {
  const { app, turns, names, queue, hasNoticed, end } = await slowServer({ running: 1, waiting: 10, waitMs: 60_000 })
  const first = await queue(app, '/first', CROWD)
  const gone = await queue(app, '/gone', CROWD)
  const last = await queue(app, '/last', CROWD)
  gone.leave()
  await expect.poll(() => hasNoticed('gone')).toBe(true)
  end('first')
  await expect.poll(names).toEqual(['last'])
  end('last')
  expect([(await first.answer).status, (await last.answer).status]).toEqual([200, 200])
  await expect.poll(() => turns.size).toBe(0)
})

test('keeps the turn of a client that left until its work ends', async () => {
  const { app, names, queue, hasNoticed, end } = await slowServer({ running: 1, waiting: 10, waitMs: 60_000 })
  const first = await queue(app, '/first', CROWD)
  first.leave()
  await expect.poll(() => hasNoticed('first')).toBe(true)
  const second = await queue(app, '/second', CROWD)
  expect(names()).toEqual(['first'])
  end('first')
  await expect.poll(names).toEqual(['second'])
  end('second')
  expect((await second.answer).status).toBe(200)
})

test('closes the connection of a client that does not read its answers', async () => {
  const shop = await openTestShop()
  expect(shop.app.server.timeout).toBe(60_000)
  shop.app.server.timeout = 500
  await shop.app.listen({ host: '127.0.0.1', port: 0 })
  let isClosed = false
  shop.app.server.on('connection', (socket) => socket.once('close', () => (isClosed = true)))
  const client = connect((shop.app.server.address() as AddressInfo).port, '127.0.0.1').pause()
  client.on('error', () => {})
  client.write('GET /api/v1/openapi.json HTTP/1.1\r\nhost: shop\r\n\r\n'.repeat(500))
  await expect.poll(() => isClosed, { timeout: 20_000 }).toBe(true)
  client.destroy()
  await shop.close()
})
