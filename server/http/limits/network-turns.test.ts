import { once } from 'node:events'
import { Agent } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import Fastify from 'fastify'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import type { AppContext } from '#server/context.ts'
import { tokensWith } from '#server/features/auth/tokens.ts'
import { countWaiting } from '#server/testing/connections.sql.ts'
import { openTestShop } from '#server/testing/shop.ts'
import { CROWD, send, slowServer, VISITOR } from '#server/testing/slow-server.ts'
import { givenUser } from '#server/testing/test-data.ts'
import { withoutConnection } from '#server/concurrency/without-connection.ts'
import { NetworkTurns, takeTurns } from './network-turns.ts'

const keepingAgent = new Agent({ keepAlive: true, maxSockets: Infinity })
/** More answers than the buffers of a connection hold. */
const MANY_ANSWERS = 100

test('answers another network while one occupies all that it may', async () => {
  const shop = await openTestShop()
  await shop.app.listen({ host: '127.0.0.1', port: 0 })
  await shop.owner.transaction().execute(async (tx) => {
    await sql`lock table events`.execute(tx)
    let answered = 0
    const crowd = Array.from({ length: 60 }, () => send(shop.app, '/api/v1/events', CROWD))
    for (const { answer } of crowd) void answer.then(() => (answered += 1)).catch(() => {})
    await expect.poll(() => countWaiting(shop.db)).toBeGreaterThan(0)
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
    { running: 100, slow: 100, writing: 100, batched: 100, shared: 100, waiting: 100, waitMs: 60_000 },
    () => 0.5,
  )
  const app = Fastify()
  onTestFinished(() => app.close())
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

test('takes no turn for work that goes on after its request has ended', async () => {
  const limits = { running: 2, slow: 1, writing: 1, batched: 1, shared: 1, waiting: 10, waitMs: 60_000 }
  const turns = new NetworkTurns({ running: 5, waiting: 10, waitMs: 60_000 }, limits, () => 0.5)
  const app = Fastify()
  onTestFinished(() => app.close())
  const left: (() => void)[] = []
  app.get('/leaves', (incoming, reply) =>
    turns.take(incoming, reply, async () => {
      void withoutConnection(() => new Promise<void>((resolve) => left.push(resolve)))
      return 'left'
    }),
  )
  app.get('/next', (incoming, reply) => turns.take(incoming, reply, async () => 'next'))
  await app.listen({ host: '127.0.0.1', port: 0 })
  for (let request = 0; request < 3; request += 1) {
    expect((await send(app, '/leaves', CROWD).answer).status).toBe(200)
  }
  for (const end of left) end()
  await wait(50)
  const answered = await Promise.race([send(app, '/next', VISITOR).answer, wait(5_000)])
  expect(answered?.status).toBe(200)
  await expect.poll(() => turns.size).toBe(0)
})

test('gives back the turn that work gets after its request, which is still answered', async () => {
  const limits = { running: 1, slow: 1, writing: 1, batched: 1, shared: 1, waiting: 10, waitMs: 60_000 }
  const turns = new NetworkTurns({ running: 5, waiting: 10, waitMs: 60_000 }, limits, () => 0.5)
  const app = Fastify()
  onTestFinished(() => app.close())
  const gates = new Map(['apart', 'work', 'answer', 'other'].map((name) => [name, Promise.withResolvers<string>()]))
  const passed = (name: string) => gates.get(name)?.promise
  const open = async (name: string) => {
    await wait(50)
    gates.get(name)?.resolve(name)
  }
  app.get('/leaves', async (incoming, reply) => {
    await turns.take(incoming, reply, async () => {
      void withoutConnection(async () => passed('apart'))
      await passed('work')
    })
    return passed('answer')
  })
  app.get('/other', (incoming, reply) => turns.take(incoming, reply, async () => passed('other')))
  await app.listen({ host: '127.0.0.1', port: 0 })
  const left = send(app, '/leaves', CROWD).answer
  await wait(50)
  const other = send(app, '/other', VISITOR).answer
  for (const name of ['apart', 'work', 'other', 'answer']) await open(name)
  expect((await Promise.all([left, other])).map(({ status }) => status)).toEqual([200, 200])
  const next = await Promise.race([send(app, '/other', VISITOR).answer, wait(5_000)])
  expect(next?.status).toBe(200)
  await expect.poll(() => turns.size).toBe(0)
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

test('works on requests of a network in order, a limited number at once', async () => {
  const { app, turns, names, queue, end } = await slowServer({ running: 2, waiting: 10, waitMs: 60_000 })
  const sent: ReturnType<typeof send>[] = []
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
  onTestFinished(() => app.close())
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

test('leaves room to other networks during work that needs no database, and keeps the turn of its own', async () => {
  const app = Fastify()
  onTestFinished(() => app.close())
  takeTurns(app, {
    settings: { DATABASE_POOL: 8 } as AppContext['settings'],
    tokens: tokensWith('a secret of the test'),
  })
  const ends: (() => void)[] = []
  const writes: string[] = []
  app.post('/computed', (request, reply) =>
    app.inTurn(request, reply, async () => {
      await withoutConnection(() => new Promise<void>((resolve) => ends.push(resolve)))
      writes.push('computed')
      return 'done'
    }),
  )
  app.post('/written', (request, reply) =>
    app.inTurn(request, reply, async () => {
      writes.push('written')
      return 'done'
    }),
  )
  await app.listen({ host: '127.0.0.1', port: 0 })
  const post = (path: string, from: string) => send(app, path, from, { method: 'POST' }).answer
  // Two requests of a network have a turn, and two of all networks may write.
  const crowd = ['127.0.1.1', '127.0.1.2', '127.0.1.3'].flatMap((from) =>
    Array.from({ length: 3 }, () => post('/computed', from)),
  )
  await expect.poll(() => ends.length).toBe(6)
  expect((await post('/written', VISITOR)).status).toBe(200)
  expect([ends.length, writes]).toEqual([6, ['written']])
  for (const end of ends.splice(0)) end()
  await expect.poll(() => ends.length).toBe(3)
  for (const end of ends) end()
  for (const answer of crowd) expect((await answer).status).toBe(200)
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
  shop.app.server.timeout = 2_000
  await shop.app.listen({ host: '127.0.0.1', port: 0 })
  const client = connect((shop.app.server.address() as AddressInfo).port, '127.0.0.1').pause()
  client.on('error', () => {})
  const [socket] = (await once(shop.app.server, 'connection')) as [Socket]
  let written = 0
  shop.app.server.on('request', (_, reply) => reply.once('close', () => (written += 1)))
  for (let asked = 1; asked <= MANY_ANSWERS && socket.writableLength === 0; asked += 1) {
    client.write('GET /api/v1/openapi.json HTTP/1.1\r\nhost: shop\r\n\r\n')
    await expect.poll(() => written === asked || socket.writableLength > 0).toBe(true)
  }
  expect(socket.closed).toBe(false)
  await expect.poll(() => socket.closed, { timeout: 20_000 }).toBe(true)
  client.destroy()
  await shop.close()
})
