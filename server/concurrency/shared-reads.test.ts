import { setImmediate as rest } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { FairQueue } from './fair-queue.ts'
import { Semaphore } from './semaphore.ts'
import { sharedReads } from './shared-reads.ts'

type Turns = { lane: Semaphore } | { queue: FairQueue; laneOf: (key: string) => string }

/** Returns the turns of a queue whose lanes are named before a colon. */
function lanesOf(maxWaitMs = 60_000): Turns {
  const queue = new FairQueue({ maxWaiting: 100, maxWaitMs, retryAfterSeconds: 1 })
  return { queue, laneOf: (key) => key.replace(/:.*$/, '') }
}

/** Reads a value that changes, and ends when told. */
function givenReads(turns: Turns = { lane: new Semaphore({ running: 10, waitMs: 60_000 }) }) {
  const ends: (() => void)[] = []
  const source = { value: 0, reads: 0 }
  const ask = sharedReads(
    async (_key: string) => {
      source.reads += 1
      const seen = source.value
      await new Promise<void>((resolve) => ends.push(resolve))
      if (seen < 0) throw new Error(`negative ${seen}`)
      return seen
    },
    { keyOf: (key) => key.replace(/^.*:/, ''), ...turns },
  )
  const endRead = async () => {
    ends.shift()?.()
    await rest()
  }
  return { source, ask, endRead }
}

test('answers each call by a read that begins after it', async () => {
  const { source, ask, endRead } = givenReads()
  const first = ask('show')
  await rest()
  source.value = 1
  const later = [ask('show'), ask('show')]
  await rest()
  source.value = 2
  const last = ask('show')
  await endRead()
  expect(await first).toBe(0)
  source.value = 3
  const next = ask('show')
  await endRead()
  // The second read began when the first one ended, after all three calls.
  expect(await Promise.all([...later, last])).toEqual([2, 2, 2])
  await endRead()
  expect(await next).toBe(3)
  expect(source.reads).toBe(3)
})

test('reads different keys at once', async () => {
  const { source, ask, endRead } = givenReads()
  const both = [ask('one'), ask('other')]
  await rest()
  expect(source.reads).toBe(2)
  await endRead()
  await endRead()
  expect(await Promise.all(both)).toEqual([0, 0])
})

test('tells all who share a failed read, and reads again for the next', async () => {
  const { source, ask, endRead } = givenReads()
  source.value = -1
  const failing = Promise.allSettled([ask('show'), ask('show')])
  await rest()
  const next = ask('show')
  source.value = 1
  await endRead()
  expect((await failing).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  await endRead()
  expect(await next).toBe(1)
})

test('runs no more reads at once than the lane allows, and shares those that wait', async () => {
  const { source, ask, endRead } = givenReads({ lane: new Semaphore({ running: 1, waitMs: 60_000 }) })
  const first = ask('one')
  const waiting = [ask('other')]
  await rest()
  waiting.push(ask('other'))
  source.value = 1
  await rest()
  expect(source.reads).toBe(1)
  await endRead()
  expect(await first).toBe(0)
  await endRead()
  expect(await Promise.all(waiting)).toEqual([1, 1])
  expect(source.reads).toBe(2)
})

test('refuses a read whose turn does not come, and reads for the next call', async () => {
  const lane = new Semaphore({ running: 1, waitMs: 20 })
  const { ask, endRead } = givenReads({ lane })
  const first = ask('one')
  await rest()
  const refused = await Promise.allSettled([ask('other'), ask('other')])
  const busy = { status: 'rejected', reason: expect.objectContaining({ code: 'busy' }) }
  expect(refused).toEqual([busy, busy])
  await endRead()
  expect(await first).toBe(0)
  const next = ask('other')
  await rest()
  await endRead()
  expect(await next).toBe(0)
})

test('begins a shared read in the first turn of its lanes', async () => {
  const { source, ask, endRead } = givenReads(lanesOf())
  const long = ['one', 'two', 'three', 'four'].map((key) => ask(`long:${key}`))
  await rest()
  source.value = 1
  const short = ask('short:four')
  await endRead()
  await rest()
  await endRead()
  expect(await short).toBe(1)
  expect(await long[3]).toBe(1)
  await endRead()
  await endRead()
  expect(await Promise.all(long)).toEqual([0, 1, 1, 1])
  expect(source.reads).toBe(4)
})

test('reads once for all lanes that share a read', async () => {
  const { source, ask, endRead } = givenReads(lanesOf())
  const first = ask('a:other')
  const shared = ['a', 'b', 'c', 'a'].map((lane) => ask(`${lane}:show`))
  await rest()
  await endRead()
  expect(await first).toBe(0)
  await rest()
  await endRead()
  expect(await Promise.all(shared)).toEqual([0, 0, 0, 0])
  await rest()
  expect(source.reads).toBe(2)
})

test('refuses the callers of the lane whose turn does not come, and answers the others', async () => {
  const { ask, endRead } = givenReads(lanesOf(50))
  const first = ask('a:one')
  await rest()
  const early = ask('a:other')
  await new Promise((resolve) => setTimeout(resolve, 30))
  const late = ask('b:other')
  await expect(early).rejects.toMatchObject({ code: 'busy' })
  await endRead()
  expect(await first).toBe(0)
  await rest()
  await endRead()
  expect(await late).toBe(0)
})

test('answers the callers of a lane whose turn does not come while the read runs in the turn of another', async () => {
  const { ask, endRead } = givenReads(lanesOf(50))
  const first = ask('a:one')
  await rest()
  const shared = [ask('a:other'), ask('b:other')]
  await rest()
  await endRead()
  expect(await first).toBe(0)
  await new Promise((resolve) => setTimeout(resolve, 100))
  await endRead()
  expect(await Promise.all(shared)).toEqual([0, 0])
})
