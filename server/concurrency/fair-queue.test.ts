import { expect, onTestFinished, test, vi } from 'vitest'
import { Problem } from '#domain/problem.ts'
import { FairQueue } from './fair-queue.ts'

const LIMITS = { maxWaiting: 4, maxWaitMs: 60_000, retryAfterSeconds: 5 }

/** A queue whose tasks end one by one, in the order in which they started. */
function startQueue(limits: ConstructorParameters<typeof FairQueue>[0] = LIMITS) {
  const queue = new FairQueue(limits)
  const started: string[] = []
  const ends: (() => void)[] = []
  const refused: string[] = []
  const add = (lane: string, name: string) =>
    queue
      .run(lane, () => {
        started.push(name)
        return new Promise<void>((resolve) => ends.push(resolve))
      })
      .catch((error: unknown) => {
        expect(error).toBeInstanceOf(Problem)
        expect(error).toMatchObject({ code: 'busy', details: { retryAfterSeconds: 5 } })
        refused.push(name)
      })
  const endNext = async () => {
    ends.shift()?.()
    await new Promise(setImmediate)
  }
  return { queue, started, refused, add, endNext }
}

test('runs one task at a time, and a lane delays others by one task', async () => {
  const { started, add, endNext } = startQueue()
  for (const name of ['a1', 'a2', 'a3']) void add('a', name)
  void add('b', 'b1')
  void add('c', 'c1')
  expect(started).toEqual(['a1'])
  for (let task = 0; task < 4; task += 1) await endNext()
  expect(started).toEqual(['a1', 'b1', 'c1', 'a2', 'a3'])
})

/** Runs tasks of some milliseconds of a clock that no busy machine slows down, and notes the order of their starts. */
function startTimedQueue() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const queue = new FairQueue({ ...LIMITS, maxWaiting: 100 })
  const started: string[] = []
  const run = (lane: string, name: string, ms: number) =>
    queue.run(lane, async () => {
      started.push(name)
      await new Promise((resolve) => setTimeout(resolve, ms))
    })
  const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)
  return { started, run, pass }
}

test('gives waiting lanes the same time, not the same number of tasks', async () => {
  const { started, run, pass } = startTimedQueue()
  void run('x', 'x', 1)
  for (const count of [1, 2]) void run('a', `a${count}`, 40)
  for (const count of [1, 2, 3, 4]) void run('b', `b${count}`, 1)
  await pass(1_000)
  expect(started).toEqual(['x', 'a1', 'b1', 'b2', 'b3', 'b4', 'a2'])
})

test('lets a lane that worked alone wait no longer than others for its next turn', async () => {
  const { started, run, pass } = startTimedQueue()
  for (let count = 0; count < 3; count += 1) {
    void run('a', 'alone', 30)
    await pass(30)
  }
  for (const lane of ['b', 'c']) for (const count of [1, 2, 3]) void run(lane, `${lane}${count}`, 5)
  void run('a', 'next', 1)
  await pass(1_000)
  // One task of 30 ms before the others came.
  expect(started.filter((name) => name !== 'alone').indexOf('next')).toBeLessThanOrEqual(3)
})

test('lets a lane that always works keep its turns when new lanes come', async () => {
  const { started, run, pass } = startTimedQueue()
  for (let count = 0; count < 10; count += 1) void run('a', 'alone', 10)
  await pass(95)
  for (const lane of ['b', 'c', 'd', 'e']) for (let count = 0; count < 10; count += 1) void run(lane, 'flood', 10)
  for (let count = 0; count < 3; count += 1) void run('a', 'next', 10)
  await pass(1_000)
  // A fifth of the turns, two of them later because of the last task alone.
  const turns = started.slice(10).flatMap((name, index) => (name === 'next' ? index : []))
  expect(turns.at(-1)).toBeLessThanOrEqual(22)
})

test('lets a new lane pass lanes that have worked as much as the one whose turn it was', async () => {
  const { started, run, pass } = startTimedQueue()
  for (const lane of ['a', 'b', 'c', 'd']) for (let count = 0; count < 3; count += 1) void run(lane, lane, 10)
  await pass(45)
  void run('new', 'new', 10)
  await pass(1_000)
  expect(started.slice(0, 6)).toEqual(['a', 'b', 'c', 'd', 'a', 'new'])
})

test('runs as many tasks at once as it may', async () => {
  const { queue, started, add, endNext } = startQueue({ ...LIMITS, atOnce: 2 })
  for (const name of ['a1', 'a2', 'a3']) void add('a', name)
  void add('b', 'b1')
  expect(started).toEqual(['a1', 'a2'])
  await endNext()
  await endNext()
  expect(started).toEqual(['a1', 'a2', 'b1', 'a3'])
  let isClosed = false
  const closing = queue.close().then(() => (isClosed = true))
  await endNext()
  expect(isClosed).toBe(false)
  await endNext()
  await closing
})

test('continues after a failed task, and with tasks that come after a pause', async () => {
  const queue = new FairQueue(LIMITS)
  const failing = queue.run('a', () => Promise.reject(new Error('broken')))
  const next = queue.run('a', async () => 'next')
  await expect(failing).rejects.toThrow('broken')
  expect(await next).toBe('next')
  expect(await queue.run('a', async () => 'later')).toBe('later')
})

test('refuses the newest task of the longest lane when it is full', async () => {
  const { started, refused, add, endNext } = startQueue()
  for (const name of ['a1', 'a2', 'a3', 'a4', 'a5']) void add('a', name)
  void add('a', 'a6')
  await endNext()
  expect(refused).toEqual(['a6'])
  void add('b', 'b1')
  void add('c', 'c1')
  await new Promise(setImmediate)
  expect(refused).toEqual(['a6', 'a5'])
  for (let task = 0; task < 4; task += 1) await endNext()
  expect(started.toSorted()).toEqual(['a1', 'a2', 'a3', 'a4', 'b1', 'c1'])
})

test('refuses a task whose turn does not come in time', async () => {
  const { started, refused, add, endNext } = startQueue({ ...LIMITS, maxWaitMs: 20 })
  void add('a', 'a1')
  await add('a', 'a2')
  await add('b', 'b1')
  await endNext()
  expect([started, refused]).toEqual([['a1'], ['a2', 'b1']])
})

test('refuses waiting and later tasks while it closes, and finishes the running one', async () => {
  const { queue, started, refused, add, endNext } = startQueue()
  void add('a', 'a1')
  void add('a', 'a2')
  let isClosed = false
  const closed = queue.close().then(() => {
    isClosed = true
  })
  await add('b', 'b1')
  expect([started, refused, isClosed]).toEqual([['a1'], ['a2', 'b1'], false])
  await endNext()
  await closed
})
