import { setTimeout as wait } from 'node:timers/promises'
import { getHeapStatistics } from 'node:v8'
import { afterEach, expect, test, vi } from 'vitest'
import { returnSpareMemory } from './spare-memory.ts'

const LOOK_EVERY_MS = 100
const MB = 2 ** 20

let end: (() => void) | undefined
afterEach(() => end?.())

/** Fills the heap with objects that nothing refers to afterwards. */
function leaveGarbage(): void {
  const things = Array.from({ length: 2_000_000 }, (_, number) => ({ number }))
  expect(things.length).toBe(2_000_000)
}

const residentMb = () => getHeapStatistics().total_physical_size / MB

test('returns the memory of garbage to the system once the process is calm', async () => {
  leaveGarbage()
  const before = residentMb()
  end = returnSpareMemory({ lookEveryMs: LOOK_EVERY_MS })
  await vi.waitFor(() => expect(residentMb()).toBeLessThan(before - 32), 20_000)
})

test('collects nothing while the process is busy, and once when it is calm', async () => {
  leaveGarbage()
  const collect = vi.fn(() => Promise.resolve())
  end = returnSpareMemory({ lookEveryMs: LOOK_EVERY_MS, collect })
  const until = performance.now() + 10 * LOOK_EVERY_MS
  while (performance.now() < until) {
    const pause = performance.now() + LOOK_EVERY_MS / 2
    while (performance.now() < pause);
    await wait(1)
  }
  expect(collect).not.toHaveBeenCalled()
  await vi.waitFor(() => expect(collect).toHaveBeenCalledOnce(), 20_000)
  await wait(5 * LOOK_EVERY_MS)
  expect(collect).toHaveBeenCalledOnce()
})
