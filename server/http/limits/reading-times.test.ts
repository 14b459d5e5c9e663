import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ReadingTimes } from './reading-times.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Reads for some milliseconds, as many at once as networks are given. */
function read(times: ReadingTimes, ms: number, ...networks: string[]): void {
  const ends = networks.map((network) => times.begin(network))
  vi.advanceTimersByTime(ms)
  for (const end of ends) end()
}

test('calls a network heavy whose reads took more than a hundredth of the time, until they do not any more', () => {
  const times = new ReadingTimes()
  read(times, 30, 'a')
  read(times, 30, 'b')
  expect([times.look().isHeavy('a'), times.look().isHeavy('unknown')]).toEqual([false, false])
  read(times, 30, 'a')
  expect([times.look().isHeavy('a'), times.look().isHeavy('b')]).toEqual([true, false])
  vi.advanceTimersByTime(5_000)
  expect(times.look().isHeavy('a')).toBe(true)
  vi.advanceTimersByTime(5_000)
  expect(times.look().isHeavy('a')).toBe(false)
})

test('counts reads that still run, and calls a network slow that goes on to ask after a slow one', () => {
  const times = new ReadingTimes()
  const end = times.begin('a')
  vi.advanceTimersByTime(49)
  expect([times.look().isHeavy('a'), times.look().isSlow('a')]).toEqual([false, false])
  vi.advanceTimersByTime(1)
  expect([times.look().isHeavy('a'), times.look().isSlow('a')]).toEqual([true, true])
  end()
  for (let asked = 0; asked < 10; asked += 1) {
    times.keep('a')
    times.keep('b')
    vi.advanceTimersByTime(4_000)
  }
  expect([times.look().isSlow('a'), times.look().isSlow('b')]).toEqual([true, false])
  expect([times.look().isHeavy('a'), times.look().isHeavy('b')]).toEqual([true, false])
  vi.advanceTimersByTime(10_000)
  expect(times.look().isSlow('a')).toBe(false)
})

test('calls no network slow for many short reads, or for those that many others make slow', () => {
  const times = new ReadingTimes()
  for (let count = 0; count < 20; count += 1) read(times, 40, 'crowd')
  read(times, 300, 'a', 'b', 'c', 'd', 'e', 'f', 'g')
  expect([times.look().isHeavy('crowd'), times.look().isSlow('crowd'), times.look().isSlow('a')]).toEqual([
    true,
    false,
    false,
  ])
  for (let asked = 0; asked < 10; asked += 1) {
    times.keep('crowd')
    vi.advanceTimersByTime(4_000)
  }
  expect([times.look().isHeavy('crowd'), times.look().isSlow('crowd')]).toEqual([true, false])
})

test('shares the time among all that read at once: a read that others make slow counts little', () => {
  const times = new ReadingTimes()
  read(times, 300, 'a', 'a', 'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h')
  expect(['a', 'b', 'h'].map((network) => times.look().isHeavy(network))).toEqual([true, false, false])
})
