import { EventEmitter } from 'node:events'
import type { FastifyReply } from 'fastify'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Admission } from './admission.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A server that works on one request at a time, or on more. `log` tells which were admitted and refused. */
function givenServer({ running = 1, slow = 1_000, waitMs = 60_000 } = {}) {
  const admission = new Admission({ running, slow, writing: 1, batched: 1, shared: 1, waiting: 10, waitMs })
  const log: string[] = []
  const ends: (() => void)[] = []
  const send = async (name: string, luck: number, work: 'reading' | 'writing' = 'reading') => {
    const reply = { raw: new EventEmitter() } as unknown as FastifyReply
    const end = await admission.enter({ reply, network: name, work, luck: () => luck }).catch(() => undefined)
    log.push(end ? name : `refused ${name}`)
    if (end) ends.push(end)
  }
  const endOne = () => vi.advanceTimersByTimeAsync(1).then(() => ends.shift()?.())
  return { admission, log, send, endOne }
}

test('does not take a crowd that is served soon for an overload', async () => {
  const { log, send, endOne } = givenServer()
  void send('first', 0.5)
  for (let sent = 0; sent < 30; sent += 1) {
    void send(`${sent}`, 1 - sent / 100)
    if (sent > 1) await endOne()
    await vi.advanceTimersByTimeAsync(40)
  }
  expect(log).toEqual(['first', ...Array.from({ length: log.length - 1 }, (_, sent) => `${sent}`)])
})

test('returns to the order of arrival when no request had to be refused for a while', async () => {
  const { log, send, endOne } = givenServer()
  void send('first', 0.5)
  void send('unlucky', 0.1)
  await vi.advanceTimersByTimeAsync(1_100)
  void send('lucky', 0.9)
  await vi.advanceTimersByTimeAsync(1)
  expect(log).toEqual(['first', 'refused unlucky'])
  await vi.advanceTimersByTimeAsync(3_000)
  void send('less lucky', 0.2)
  void send('late but lucky', 0.8)
  for (let ended = 0; ended < 3; ended += 1) await endOne()
  await vi.advanceTimersByTimeAsync(1)
  expect(log.slice(2)).toEqual(['lucky', 'less lucky', 'late but lucky'])
})

test('does not take waits for connections that write for an overload, in which crowds could not read', async () => {
  const { admission, log, send } = givenServer({ running: 4 })
  for (let sent = 0; sent < 5; sent += 1) void send(`writer ${sent}`, 0.5, 'writing')
  await vi.advanceTimersByTimeAsync(3_000)
  void send('reader', 0.5)
  expect(Array.from({ length: 100 }, () => admission.isHopeless('crowd', () => 0.1))).not.toContain(true)
  // An overloaded server would let few wait.
  void send('late writer', 0.5, 'writing')
  await vi.advanceTimersByTimeAsync(1)
  expect(log).toEqual(['writer 0', 'reader'])
})

test('works first on writes of networks that have written least of late', async () => {
  const { log, send, endOne } = givenServer({ running: 4 })
  for (const network of ['a', 'b']) {
    for (let sent = 0; sent < 3; sent += 1) void send(network, 0.5, 'writing')
  }
  for (let ended = 0; ended < 4; ended += 1) await endOne()
  // Each has written, and waits again.
  void send('a', 0.5, 'writing')
  void send('new', 0.5, 'writing')
  for (let ended = 0; ended < 4; ended += 1) await endOne()
  await vi.advanceTimersByTimeAsync(1)
  expect(log).toEqual(['a', 'b', 'a', 'b', 'a', 'new', 'b', 'a'])
  // After a while, all are equal.
  await vi.advanceTimersByTimeAsync(10_000)
  for (const network of ['first', 'b', 'last']) void send(network, 0.5, 'writing')
  for (let ended = 0; ended < 3; ended += 1) await endOne()
  await vi.advanceTimersByTimeAsync(1)
  expect(log.slice(8)).toEqual(['first', 'b', 'last'])
})

/** Lets networks read for 100 ms each, which makes them heavy. */
async function makeHeavy({ send, endOne }: ReturnType<typeof givenServer>, ...networks: string[]): Promise<void> {
  for (const network of networks) {
    void send(network, 0.5)
    await vi.advanceTimersByTimeAsync(100)
    await endOne()
  }
}

test('works on reads of networks whose reads took little of the time before those of others', async () => {
  const server = givenServer()
  await makeHeavy(server, 'heavy')
  void server.send('first', 0.5)
  void server.send('heavy', 0.9)
  void server.send('light', 0.1)
  for (let ended = 0; ended < 3; ended += 1) await server.endOne()
  await vi.advanceTimersByTimeAsync(1)
  expect(server.log).toEqual(['heavy', 'first', 'light', 'heavy'])
})

test('works on few reads of networks with slow ones, those that run included, and leaves room to others', async () => {
  const { log, send, endOne } = givenServer({ running: 4, slow: 2 })
  for (const network of ['a', 'a', 'b']) void send(network, 0.5)
  await vi.advanceTimersByTimeAsync(300)
  for (const network of ['b', 'a', 'light', 'new']) void send(network, 0.5)
  await vi.advanceTimersByTimeAsync(1)
  expect(log).toEqual(['a', 'a', 'b', 'light'])
  await endOne()
  await vi.advanceTimersByTimeAsync(1)
  expect(log.slice(4)).toEqual(['new'])
  await endOne()
  await vi.advanceTimersByTimeAsync(1)
  // The reads of the other one took more of the time.
  expect(log.slice(5)).toEqual(['b'])
})

test('works on reads of a heavy network before those of one whose reads took more of the time', async () => {
  const server = givenServer()
  await makeHeavy(server, 'greedy', 'greedy', 'greedy', 'venue')
  for (const network of ['first', 'greedy', 'venue', 'greedy', 'venue']) void server.send(network, 0.5)
  for (let ended = 0; ended < 5; ended += 1) await server.endOne()
  await vi.advanceTimersByTimeAsync(1)
  expect(server.log.slice(4)).toEqual(['first', 'venue', 'venue', 'greedy', 'greedy'])
})

test('does not take waits of networks that take much of the time for an overload', async () => {
  const server = givenServer()
  const heavy = Array.from({ length: 5 }, (_, index) => `heavy ${index}`)
  await makeHeavy(server, ...heavy)
  for (const network of heavy) void server.send(network, 0.5)
  await vi.advanceTimersByTimeAsync(3_000)
  // An overloaded server would refuse some, and prefer the lucky one.
  void server.send('early', 0.1)
  void server.send('late', 0.9)
  for (let ended = 0; ended < 3; ended += 1) await server.endOne()
  await vi.advanceTimersByTimeAsync(1)
  expect(server.log.slice(heavy.length)).toEqual(['heavy 0', 'early', 'late', 'heavy 1'])
})

test('works on few reads of networks that went on to ask in an overload in which all of them were refused', async () => {
  const { admission, log, send, endOne } = givenServer({ running: 4, slow: 1 })
  const isRefused = (network: string, luck = 0) => admission.isHopeless(network, () => luck)
  /** Serves twenty requests a second, for a while, and is asked by some networks with luck, and by others without. */
  async function serve(seconds: number, { lucky, unlucky }: { lucky: number; unlucky: number }): Promise<void> {
    for (let turn = 0; turn < seconds * 20; turn += 1) {
      for (let index = 0; index < unlucky; index += 1) isRefused(`flood ${index}`)
      for (let index = 0; index < lucky; index += 1) void send(`lucky ${turn} ${index}`, 0.9)
      await vi.advanceTimersByTimeAsync(50)
      await endOne()
    }
  }
  await serve(5, { lucky: 3, unlucky: 0 })
  await serve(5, { lucky: 2, unlucky: 20 })
  expect(isRefused('flood 0')).toBe(true)
  for (let ended = 0; ended < 40; ended += 1) await endOne()
  log.length = 0
  for (let network = 0; network < 10; network += 1) void send(`flood ${network}`, 0.5)
  await vi.advanceTimersByTimeAsync(1)
  expect(log.filter((name) => name.startsWith('flood'))).toHaveLength(1)
})

test('works on few reads of networks that ask again and again while their slow reads wait in vain', async () => {
  const server = givenServer({ running: 4, slow: 1, waitMs: 5_000 })
  const flood = Array.from({ length: 9 }, (_, index) => `flood ${index}`)
  await makeHeavy(server, ...flood)
  server.log.length = 0
  for (let round = 0; round < 3; round += 1) {
    for (const network of flood) void server.send(network, 0.5)
    await vi.advanceTimersByTimeAsync(11_000)
  }
  // Their waits are no overload, in which unlucky newcomers would be refused.
  expect(server.admission.isHopeless('newcomer', () => 0)).toBe(false)
  void server.send('newcomer', 0)
  await vi.advanceTimersByTimeAsync(1)
  expect(server.log.filter((name) => !name.startsWith('refused'))).toEqual(['flood 0', 'newcomer'])
})

test('ends an overload although networks that take much of the time go on to be refused', async () => {
  const { admission, log, send, endOne } = givenServer()
  const isRefused = (network: string, luck: number) => admission.isHopeless(network, () => luck)
  const ask = (network: string, luck: number) => isRefused(network, luck) || void send(network, luck)
  /** Serves twenty requests a second, for a while. In each twentieth, six heavy networks read, and some others. */
  async function serve(seconds: number, others: number): Promise<void> {
    for (let turn = 0; turn < seconds * 20; turn += 1) {
      for (let index = 0; index < 6; index += 1) ask(`heavy ${index}`, index / 100)
      for (let index = 0; index < others; index += 1) ask(`light ${turn} ${index}`, 0.2 + index / 4)
      await vi.advanceTimersByTimeAsync(50)
      await endOne()
    }
  }
  await serve(3, 0)
  expect(isRefused('newcomer', 0)).toBe(false)
  await serve(3, 3)
  expect(isRefused('newcomer', 0)).toBe(true)
  await serve(3, 0)
  expect(isRefused('newcomer', 0)).toBe(false)

  // In the order of arrival, as in no overload.
  void send('early', 0.1)
  void send('late', 0.9)
  for (let ended = 0; ended < 3; ended += 1) await endOne()
  await vi.advanceTimersByTimeAsync(1)
  expect(log.filter((name) => ['early', 'late'].includes(name))).toEqual(['early', 'late'])
})
