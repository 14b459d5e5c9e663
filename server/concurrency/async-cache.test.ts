import { afterEach, expect, test, vi } from 'vitest'
import { cacheAsync, cacheForTenTimesItsCost } from './async-cache.ts'
import { workOnRequest } from './without-connection.ts'

afterEach(() => {
  vi.useRealTimers()
})

test('loads each value once and keeps those used last', async () => {
  const loaded: number[] = []
  const squareOf = cacheAsync(
    async (number: number) => {
      loaded.push(number)
      return number * number
    },
    { max: 2, keyOf: String },
  )
  expect(await Promise.all([squareOf(2), squareOf(2), squareOf(3)])).toEqual([4, 4, 9])
  await squareOf(2)
  await squareOf(4)
  await squareOf(2)
  await squareOf(3)
  expect(loaded).toEqual([2, 3, 4, 3])
})

test('shares the promise of a value even while more values are loaded than kept', async () => {
  let loads = 0
  const load = cacheAsync(
    async (number: number) => {
      loads += 1
      await new Promise(setImmediate)
      return number
    },
    { max: 2, keyOf: String },
  )
  await Promise.all([1, 2, 3, 4, 1, 2, 3, 4].map(load))
  expect(loads).toBe(4)
})

test('lets requests leave their room to others while they wait for a value that another one loads', async () => {
  const slow = Promise.withResolvers<string>()
  const load = cacheAsync(() => slow.promise, { max: 2, keyOf: String })
  const outside: string[] = []
  const ask = (network: string) =>
    workOnRequest(
      {
        network,
        withoutConnection: async (work) => {
          outside.push(`${network} leaves`)
          const result = await work()
          outside.push(`${network} returns`)
          return result
        },
      },
      () => load('picture'),
    )
  const asked = [ask('first'), ask('second')]
  await new Promise(setImmediate)
  expect(outside).toEqual(['second leaves'])
  slow.resolve('loaded')
  expect(await Promise.all(asked)).toEqual(['loaded', 'loaded'])
  await ask('third')
  expect(outside).toEqual(['second leaves', 'second returns'])
})

test('lets callers of another load key load a value that others are waiting for', async () => {
  const slow = Promise.withResolvers<string>()
  const load = cacheAsync(({ lane }: { lane: string }) => (lane === 'slow' ? slow.promise : Promise.resolve(lane)), {
    ...{ max: 2, keyOf: () => 'picture' },
    loadKeyOf: ({ lane }) => lane,
  })
  const waiting = load({ lane: 'slow' })
  expect(load({ lane: 'slow' })).toBe(waiting)
  expect(await load({ lane: 'fast' })).toBe('fast')
  expect(await load({ lane: 'slow' })).toBe('fast')
  slow.resolve('slow')
  expect(await waiting).toBe('slow')
})

test('keeps the values that were used last up to the sum of their sizes', async () => {
  const loaded: string[] = []
  const load = cacheAsync(
    async (name: string) => {
      loaded.push(name)
      return name
    },
    { max: 5, keyOf: (name) => name, sizeOf: ({ length }) => length },
  )
  for (const name of ['aa', 'bbb', 'aa', 'cc', 'aa', 'bbb', 'dddddd', 'dddddd']) await load(name)
  expect(loaded).toEqual(['aa', 'bbb', 'cc', 'bbb', 'dddddd', 'dddddd'])
})

test('does not cache a failure', async () => {
  let fails = true
  const load = async () => {
    if (fails) throw new Error('not now')
    return 'now'
  }
  for (const read of [cacheAsync(load, { max: 5, keyOf: String }), cacheForTenTimesItsCost(load, { keyOf: String })]) {
    fails = true
    await expect(read(1)).rejects.toThrow('not now')
    fails = false
    expect(await read(1)).toBe('now')
  }
})

test('keeps an expensive value for ten times as long as it took to load', async () => {
  vi.useFakeTimers()
  let loads = 0
  const slow = cacheForTenTimesItsCost(
    async (_key: string) => {
      loads += 1
      await new Promise((resolve) => setTimeout(resolve, 30))
      return loads
    },
    { keyOf: (key) => key },
  )
  const first = Promise.all([slow('a'), slow('a'), slow('b')])
  await vi.advanceTimersByTimeAsync(30)
  expect(await first).toEqual([2, 2, 2])
  await vi.advanceTimersByTimeAsync(300)
  await slow('a')
  expect(loads).toBe(2)
  await vi.advanceTimersByTimeAsync(1)
  void slow('a')
  expect(loads).toBe(3)
})

test('keeps an expensive value for no longer than allowed', async () => {
  vi.useFakeTimers()
  await vi.advanceTimersByTimeAsync(1)
  const load = () => new Promise<string>((resolve) => setTimeout(() => resolve('loaded'), 5_000))
  const read = cacheForTenTimesItsCost(load, { keyOf: () => '', mostMs: 10_000 })
  const loading = read('')
  await vi.advanceTimersByTimeAsync(5_000)
  expect([await loading, read.peek('')]).toEqual(['loaded', { value: 'loaded', isOld: false }])
  await vi.advanceTimersByTimeAsync(10_001)
  expect(read.peek('')).toBeUndefined()
})

test('forgets values on demand, also those that are being loaded', async () => {
  const loaded = [Promise.withResolvers<string>(), Promise.withResolvers<string>()]
  let loads = 0
  const read = cacheForTenTimesItsCost(
    (_key: string) => {
      loads += 1
      return loaded[loads - 1]?.promise ?? Promise.resolve(`load ${loads}`)
    },
    { keyOf: (key) => key, leastMs: 60_000 },
  )
  const before = read('a')
  read.clear()
  const after = read('a')
  loaded[1]?.resolve('after')
  await after
  loaded[0]?.resolve('before')
  expect(await before).toBe('before')
  expect(await read('a')).toBe('after')
  read.clear()
  expect(await read('a')).toBe('load 3')
  expect(await read('a')).toBe('load 3')
})

test('renews a value that is no longer fresh, while callers get the old one', async () => {
  vi.useFakeTimers()
  await vi.advanceTimersByTimeAsync(1)
  let loads = 0
  const numbers = cacheForTenTimesItsCost(
    async (_key: string) => {
      loads += 1
      const number = loads
      await new Promise((resolve) => setTimeout(resolve, 30))
      return number
    },
    { keyOf: (key) => key, isRenewed: true },
  )
  expect([numbers.peek('a'), numbers.isLoading('a')]).toEqual([undefined, false])
  const first = numbers.renew('a')
  expect([numbers.peek('a'), numbers.isLoading('a')]).toEqual([undefined, true])
  await vi.advanceTimersByTimeAsync(30 + 299)
  expect([await first, await numbers.renew('a'), numbers.peek('a')]).toEqual([1, 1, { value: 1, isOld: false }])

  await vi.advanceTimersByTimeAsync(1)
  expect(numbers.peek('a')).toEqual({ value: 1, isOld: true })
  const renewed = Promise.all([numbers.renew('a'), numbers.renew('a')])
  expect(await numbers('a')).toBe(1)
  await vi.advanceTimersByTimeAsync(30)
  expect([await renewed, await numbers('a'), numbers.peek('a')]).toEqual([[2, 2], 2, { value: 2, isOld: false }])
})

test('does not keep an old value beyond its life, nor one that was cleared while it was renewed', async () => {
  vi.useFakeTimers()
  await vi.advanceTimersByTimeAsync(1)
  const ends: (() => void)[] = []
  const numbers = cacheForTenTimesItsCost(
    (_key: string) => new Promise<number>((resolve) => ends.push(() => resolve(ends.length))),
    { keyOf: (key) => key, leastMs: 50, isRenewed: true },
  )
  const first = numbers('a')
  ends[0]?.()
  expect(await first).toBe(1)
  await vi.advanceTimersByTimeAsync(60)
  void numbers.renew('a')
  await vi.advanceTimersByTimeAsync(41)
  expect(numbers.peek('a')).toBeUndefined()
  numbers.clear()
  ends[1]?.()
  await vi.advanceTimersByTimeAsync(0)
  expect(numbers.peek('a')).toBeUndefined()
})
