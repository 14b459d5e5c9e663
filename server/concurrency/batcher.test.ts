import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { AGAIN, ALONE, Batcher, type Outcome, Refusal } from './batcher.ts'

const LONGER_THAN_LONG_MS = 150
const limits = { size: 3, lanes: 1, maxWaiting: 100 }

/** A batcher whose batches wait until they are released, each by its own function. */
function heldBatcher(options: Partial<ConstructorParameters<typeof Batcher<string, string>>[0]> = {}) {
  const batches: (readonly string[])[] = []
  const releases: (() => void)[] = []
  const batcher = new Batcher<string, string>({ ...limits, ...options }, async (entries) => {
    batches.push(entries)
    await new Promise<void>((resolve) => void releases.push(resolve))
    return entries.map((entry) => `${entry} done`)
  })
  return { batcher, batches, release: () => releases.shift()?.() }
}

test('gathers what arrives while a batch runs, in the order of arrival, up to the size', async () => {
  const { batcher, batches, release } = heldBatcher()
  const first = batcher.ask('a')
  await nextTurn()
  const others = ['b', 'c', 'd', 'e'].map((entry) => batcher.ask(entry))
  release()
  expect(await first).toBe('a done')
  await nextTurn()
  release()
  expect(await Promise.all(others.slice(0, 3))).toEqual(['b done', 'c done', 'd done'])
  await nextTurn()
  release()
  await others[3]
  expect(batches).toEqual([['a'], ['b', 'c', 'd'], ['e']])
})

test('never answers an entry by work that began before it was asked', async () => {
  const { batcher, batches, release } = heldBatcher()
  const asked = [batcher.ask('a')]
  await nextTurn()
  asked.push(batcher.ask('a'))
  release()
  await asked[0]
  await nextTurn()
  release()
  await asked[1]
  expect(batches).toEqual([['a'], ['a']])
})

test('runs as many batches at once as it has lanes', async () => {
  const { batcher, batches, release } = heldBatcher({ lanes: 2, size: 1 })
  const asked = ['a', 'b', 'c'].map((entry) => batcher.ask(entry))
  await nextTurn()
  expect(batches).toEqual([['a'], ['b']])
  release()
  await asked[0]
  await nextTurn()
  expect(batches).toEqual([['a'], ['b'], ['c']])
  release()
  release()
  await Promise.all(asked)
})

test('begins a batch beside a running one when it is full', async () => {
  const { batcher, batches, release } = heldBatcher({ lanes: 2 })
  const asked = [batcher.ask('a')]
  await nextTurn()
  asked.push(batcher.ask('b'), batcher.ask('c'))
  await nextTurn()
  expect(batches).toEqual([['a']])
  asked.push(batcher.ask('d'), batcher.ask('e'))
  await nextTurn()
  expect(batches).toEqual([['a'], ['b', 'c', 'd']])
  for (let batch = 0; batch < 3; batch += 1) {
    release()
    await nextTurn()
  }
  await Promise.all(asked)
  expect(batches).toEqual([['a'], ['b', 'c', 'd'], ['e']])
})

test('begins a batch that is not full beside a running one that takes long', async () => {
  const { batcher, batches, release } = heldBatcher({ lanes: 2 })
  const slow = batcher.ask('slow')
  await nextTurn()
  const asked = batcher.ask('a')
  await expect.poll(() => batches).toEqual([['slow'], ['a']])
  release()
  release()
  await Promise.all([slow, asked])
})

test('leaves out what two batches wait for that take long, and what waits with it passes', async () => {
  const nameOf = (entry: string) => entry[0]
  const { batcher, batches, release } = heldBatcher({ lanes: 4, keyOf: (entry) => entry, groupOf: nameOf })
  const asked = []
  for (const [count, entry] of ['a1', 'a2'].entries()) {
    asked.push(batcher.ask(entry))
    await expect.poll(() => batches).toHaveLength(count + 1)
  }
  await wait(LONGER_THAN_LONG_MS)
  asked.push(batcher.ask('a3'), batcher.ask('b1'))
  await nextTurn()
  expect(batches).toEqual([['a1'], ['a2'], ['b1']])
  release()
  await expect.poll(() => batches).toEqual([['a1'], ['a2'], ['b1'], ['a3']])
  for (let batch = 0; batch < 3; batch += 1) release()
  await Promise.all(asked)
})

test('decides what would wait in batches of its group alone, until none of it is left', async () => {
  const batches: string[] = []
  const releases: (() => void)[] = []
  const batcher = new Batcher<string, string>(
    { ...limits, groupOf: (entry) => entry[0] },
    async (entries, mayWait): Promise<Outcome<string>[]> => {
      batches.push(`${entries.join()}${mayWait ? ' alone' : ''}`)
      if (mayWait) await new Promise<void>((resolve) => void releases.push(resolve))
      return entries.map((entry) => (entry.startsWith('a') && !mayWait ? ALONE : `${entry} done`))
    },
  )
  const release = async () => {
    await expect.poll(() => releases).toHaveLength(1)
    releases.shift()?.()
  }
  const first = batcher.ask('a1')
  expect(await batcher.ask('b1')).toBe('b1 done')
  await nextTurn()
  const second = batcher.ask('a2')
  expect(await batcher.ask('b2')).toBe('b2 done')
  await release()
  expect(await first).toBe('a1 done')
  await release()
  expect(await second).toBe('a2 done')
  await nextTurn()
  const last = batcher.ask('a3')
  await release()
  expect(await last).toBe('a3 done')
  expect(batches).toEqual(['a1,b1', 'a1 alone', 'b2', 'a2 alone', 'a3', 'a3 alone'])
})

test('tries what waits alone apart one after the other, and lets the others wait again after one that fails', async () => {
  const batches: string[] = []
  let isLocked = true
  const batcher = new Batcher<string, string>(
    { ...limits, size: 9, keyOf: (entry) => entry, groupOf: () => 'group' },
    async (entries, mayWait) => {
      if (!mayWait) return entries.map(() => ALONE)
      batches.push(entries.join())
      await nextTurn()
      if (isLocked || (entries.length > 1 && entries.includes('bad'))) throw new Error('locked')
      return entries.map((entry) => `${entry} done`)
    },
  )
  const [first, ...others] = ['a', 'b', 'bad', 'c'].map((entry) => batcher.ask(entry))
  await expect(first).rejects.toThrow('locked')
  isLocked = false
  expect(await Promise.all(others)).toEqual(['b done', 'bad done', 'c done'])
  expect(batches).toEqual(['a,b,bad,c', 'a', 'b,bad,c', 'b', 'bad', 'c'])
})

test('runs one entry of a key at a time, whatever the lanes, and lets others pass', async () => {
  const { batcher, batches, release } = heldBatcher({ lanes: 2, keyOf: (entry) => entry[0] })
  const asked = ['a1', 'a2', 'b1', 'a3'].map((entry) => batcher.ask(entry))
  await nextTurn()
  expect(batches).toEqual([['a1', 'b1']])
  const later = batcher.ask('c1')
  await expect.poll(() => batches).toEqual([['a1', 'b1'], ['c1']])
  for (let batch = 0; batch < 4; batch += 1) {
    release()
    await nextTurn()
  }
  await Promise.all([...asked, later])
  expect(batches).toEqual([['a1', 'b1'], ['c1'], ['a2'], ['a3']])
})

test('refuses an entry alone', async () => {
  const batcher = new Batcher<string, string>(limits, (entries) =>
    Promise.resolve(entries.map((entry) => (entry === 'bad' ? new Refusal(new Error('no')) : entry))),
  )
  const results = await Promise.allSettled(['good', 'bad', 'fine'].map((entry) => batcher.ask(entry)))
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
})

test('decides an entry again in the next batch, and refuses it as busy after five times', async () => {
  const decided: string[] = []
  const batcher = new Batcher<string, string>(limits, (entries) => {
    decided.push(...entries)
    return Promise.resolve(
      entries.map((entry): Outcome<string> => (entry === 'stuck' || decided.length <= 2 ? AGAIN : entry)),
    )
  })
  const [stuck, fine] = await Promise.allSettled([batcher.ask('stuck'), batcher.ask('fine')])
  expect(stuck).toMatchObject({ status: 'rejected', reason: { code: 'busy' } })
  expect(fine).toEqual({ status: 'fulfilled', value: 'fine' })
  expect(decided).toEqual(['stuck', 'fine', 'stuck', 'fine', 'stuck', 'stuck', 'stuck'])
})

test('tries each entry apart when the work of a batch throws', async () => {
  const batcher = new Batcher<string, string>(limits, (entries) =>
    entries.includes('poisoned') ? Promise.reject(new Error('a bug')) : Promise.resolve(entries),
  )
  const results = await Promise.allSettled(['a', 'poisoned', 'b'].map((entry) => batcher.ask(entry)))
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
})

test('fails all entries by a fault that they share', async () => {
  let runs = 0
  const batcher = new Batcher<string, string>({ ...limits, isShared: () => true }, () => {
    runs += 1
    return Promise.reject(new Error('no database'))
  })
  const results = await Promise.allSettled(['a', 'b'].map((entry) => batcher.ask(entry)))
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(runs).toBe(1)
})

test('refuses as busy what would wait behind too many', async () => {
  const { batcher, release } = heldBatcher({ maxWaiting: 1 })
  const asked = batcher.ask('a')
  await expect(batcher.ask('b')).rejects.toMatchObject({ code: 'busy' })
  await nextTurn()
  release()
  await asked
})
