import { Agent, request } from 'node:http'
import { type AddressInfo, Socket } from 'node:net'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, expect, onTestFinished, test } from 'vitest'
import { Pace, paceRequests } from './paced-requests.ts'

const [CROWD, VISITOR] = ['198.51.100.1', '203.0.113.7']
/** Rounds of the event loop that a request with statements in the database needs. */
const ROUNDS = 10

const agent = new Agent({ keepAlive: true })
afterEach(() => agent.destroy())

function pacedServer(options: { trustProxy?: boolean } = {}): FastifyInstance {
  const app = Fastify({ ...options, forceCloseConnections: true })
  onTestFinished(() => app.close())
  paceRequests(app)
  return app
}

function visit(app: FastifyInstance, path: string, from: string): Promise<number | undefined> {
  const { port } = app.server.address() as AddressInfo
  return new Promise((resolve, reject) => {
    request({ port, path, agent, headers: { 'x-forwarded-for': from } }, (answer) => {
      answer.resume().once('end', () => resolve(answer.statusCode))
    })
      .once('error', reject)
      .end()
  })
}

test('answers a network soon beside one whose many requests need no waiting', async () => {
  const app = pacedServer({ trustProxy: true })
  let done = 0
  app.setNotFoundHandler((_request, reply) => {
    const end = performance.now() + 0.5
    while (performance.now() < end);
    done += 1
    return reply.code(404).send()
  })
  app.get('/slow', async () => {
    for (let round = 0; round < ROUNDS; round += 1) await new Promise((resolve) => setTimeout(resolve))
    return 'done'
  })
  await app.listen({ port: 0, host: '127.0.0.1' })

  let isOver = false
  const crowd = Array.from({ length: 100 }, async () => {
    while (!isOver) expect(await visit(app, '/nothing', CROWD)).toBe(404)
  })
  await expect.poll(() => done, { timeout: 30_000 }).toBeGreaterThan(200)
  const between: number[] = []
  for (let visitor = 0; visitor < 7; visitor += 1) {
    const before = done
    expect(await visit(app, '/slow', VISITOR)).toBe(200)
    between.push(done - before)
  }
  isOver = true
  await Promise.all(crowd)
  expect(between.toSorted((a, b) => a - b).at(3)).toBeLessThan(250)
}, 60_000)

test('begins all requests of one network, whatever waits', async () => {
  const app = pacedServer()
  app.get('/', async () => 'done')
  await app.listen({ port: 0, host: '127.0.0.1' })
  const answers = await Promise.all(Array.from({ length: 300 }, () => visit(app, '/', CROWD)))
  expect(new Set(answers)).toEqual(new Set([200]))
  const inside = await Promise.all(Array.from({ length: 30 }, () => app.inject('/')))
  expect(new Set(inside.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
})

test('does not begin requests whose connections have closed', async () => {
  const pace = new Pace()
  const sockets = Array.from({ length: 20 }, () => new Socket())
  const begun: number[] = []
  for (const [index, socket] of sockets.entries()) pace.begin(VISITOR, socket, () => begun.push(index))
  for (const socket of sockets.slice(0, -1)) socket.destroy()
  await new Promise(setImmediate)
  await new Promise(setImmediate)
  expect(begun).toEqual([0, 1, 2, 3, 4, 19])
  expect(sockets.at(-1)?.listenerCount('close')).toBe(0)

  pace.begin(VISITOR, sockets[19] as Socket, () => begun.push(20))
  expect(begun.at(-1)).toBe(20)
})

test('begins a limited number of requests of all networks in a round, by turns', async () => {
  const pace = new Pace(8)
  const begun: string[] = []
  for (let request = 0; request < 4; request += 1) {
    for (const network of ['a', 'b', 'c', 'd', 'e']) pace.begin(network, new Socket(), () => begun.push(network))
  }
  expect(begun.join('')).toBe('abcdeabc')
  await new Promise(setImmediate)
  expect(begun.slice(8).join('')).toBe('deabcdea')
  await new Promise(setImmediate)
  expect(begun.slice(16).toSorted().join('')).toBe('bcde')
})

test('begins a limited number of requests for lists of all networks in a round', async () => {
  const app = pacedServer({ trustProxy: true })
  let round = 0
  let isOver = false
  const countRound = () => {
    round += 1
    if (!isOver) setImmediate(countRound)
  }
  countRound()
  onTestFinished(() => {
    isOver = true
  })
  const rounds: Record<string, Map<number, number>> = {}
  for (const [path, isList] of Object.entries({ '/page': false, '/list': true })) {
    const begun = new Map<number, number>()
    rounds[path] = begun
    app.get(path, { config: { isList } }, async () => {
      begun.set(round, (begun.get(round) ?? 0) + 1)
      return 'done'
    })
  }
  await app.listen({ port: 0, host: '127.0.0.1' })
  const visitors = Array.from({ length: 100 }, (_, index) => `203.0.113.${index}`)
  for (const path of ['/page', '/page', '/list']) await Promise.all(visitors.map((from) => visit(app, path, from)))
  const [pages, lists] = [rounds['/page'], rounds['/list']].map((begun) => Math.max(...(begun?.values() ?? [])))
  expect(pages).toBeGreaterThan(32)
  expect(lists).toBeLessThanOrEqual(32)
})
