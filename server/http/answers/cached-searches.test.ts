import { afterEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { listArtists } from '#contract/artists.ts'
import { workOnRequest } from '#server/concurrency/without-connection.ts'
import type { Bus } from '#server/db/bus.ts'
import { openLanes } from '#server/db/connection-shares.ts'
import { cachedList } from './cached-list.ts'

afterEach(() => {
  vi.useRealTimers()
})

/** Stops the clock, which does not show zero: that is no time to `lru-cache`. */
async function fakeTime(): Promise<void> {
  vi.useFakeTimers()
  await vi.advanceTimersByTimeAsync(1)
}

/** A list whose loads end when the test lets them. */
function givenList() {
  const bus = { subscribe: () => () => undefined } as unknown as Bus
  const loads = new Map<string, () => void>()
  let made = 0
  const list = cachedList(
    { bus, lanes: openLanes({ DATABASE_POOL: 20 }) },
    { ...listArtists, reply: z.object({ total: z.number() }) },
    ({ lastName = '', pageIndex }: { lastName?: string; pageIndex: number }) =>
      new Promise<{ total: number }>((resolve) =>
        loads.set(lastName || `page ${pageIndex}`, () => resolve({ total: (made += 1) })),
      ),
  )
  let room = 0
  const ask = (network: string, query: Parameters<typeof list>[0]) => {
    const withoutConnection = async <Result>(work: () => Promise<Result>) => {
      room += 1
      return work().finally(() => (room -= 1))
    }
    return workOnRequest({ network, withoutConnection }, () => list(query))
  }
  const inMemory = (network: string, query: Parameters<typeof list>[0]) => list.inMemory(query, network)
  return { ask, inMemory, loads, names: () => [...loads.keys()], room: () => room }
}

test('loads few searches at once, in turns of client networks, and other lists beside them', async () => {
  const { ask, loads, names, room } = givenList()
  const searches = ['a', 'b', 'c', 'd', 'e'].map((lastName) => ask('10.0.0.1', { lastName, pageIndex: 0 }))
  const other = ask('10.0.0.2', { lastName: 'other', pageIndex: 0 })
  const first = ask('10.0.0.1', { pageIndex: 0 })
  await expect.poll(names).toEqual(['page 0', 'a', 'b', 'c'])
  expect(room()).toBe(6)
  loads.get('a')?.()
  await expect.poll(names).toEqual(['page 0', 'a', 'b', 'c', 'other'])
  for (const name of ['b', 'c', 'other', 'page 0']) loads.get(name)?.()
  await expect.poll(names).toHaveLength(7)
  for (const end of loads.values()) end()
  await Promise.all([...searches, other, first])
  expect(room()).toBe(0)
})

test('loads a search in the first turn of all networks that ask for it', async () => {
  const { ask, loads, names } = givenList()
  const searches = ['a', 'b', 'c', 'd', 'e'].map((lastName) => ask('10.0.0.1', { lastName, pageIndex: 0 }))
  const same = ask('10.0.0.2', { lastName: 'e', pageIndex: 0 })
  await expect.poll(names).toEqual(['a', 'b', 'c'])
  loads.get('a')?.()
  await expect.poll(names).toEqual(['a', 'b', 'c', 'e'])
  const joining = ask('10.0.0.3', { lastName: 'e', pageIndex: 0 })
  loads.get('e')?.()
  await Promise.all([same, joining, searches[4]])
  await expect.poll(names).toEqual(['a', 'b', 'c', 'e', 'd'])
  for (const end of loads.values()) end()
  await Promise.all(searches)
})

test('renews a list that is asked for in turn before its life ends, and answers with the old one meanwhile', async () => {
  await fakeTime()
  const { ask, inMemory, loads, names } = givenList()
  const [query, network] = [{ pageIndex: 0 }, '10.0.0.1']
  expect(inMemory(network, query)).toBeUndefined()
  const first = ask(network, query)
  loads.get('page 0')?.()
  const old = await first
  loads.clear()
  await vi.advanceTimersByTimeAsync(499)
  expect(inMemory(network, query)).toBe(old)
  expect(names()).toEqual([])

  const searches = ['a', 'b', 'c'].map((lastName) => ask('10.0.0.2', { lastName, pageIndex: 0 }))
  await vi.advanceTimersByTimeAsync(1)
  expect([inMemory(network, query), inMemory(network, query)]).toEqual([old, old])
  await vi.advanceTimersByTimeAsync(0)
  expect(names()).toEqual(['a', 'b', 'c'])
  loads.get('a')?.()
  await vi.advanceTimersByTimeAsync(0)
  expect(names()).toEqual(['a', 'b', 'c', 'page 0'])
  expect(inMemory(network, query)).toBe(old)

  for (const end of loads.values()) end()
  await Promise.all(searches)
  await vi.advanceTimersByTimeAsync(900)
  const renewed = inMemory(network, query)
  expect([renewed, renewed === old]).toEqual([await ask(network, query), false])
})

test('ends the life of a list that could not be renewed', async () => {
  await fakeTime()
  const { ask, inMemory, loads } = givenList()
  const [query, network] = [{ pageIndex: 0 }, '10.0.0.1']
  const first = ask(network, query)
  loads.get('page 0')?.()
  const old = await first
  await vi.advanceTimersByTimeAsync(900)
  expect(inMemory(network, query)).toBe(old)
  await vi.advanceTimersByTimeAsync(101)
  expect(inMemory(network, query)).toBeUndefined()
})
