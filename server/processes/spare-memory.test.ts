import { setTimeout as wait } from 'node:timers/promises'
import { getHeapStatistics } from 'node:v8'
import { afterEach, expect, test, vi } from 'vitest'
import { isTimeToCollect, returnSpareMemory } from './spare-memory.ts'

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

test.each([
  { busyShare: 0.05, grownMb: 40, sinceS: 10, collects: true },
  { busyShare: 0.05, grownMb: 20, sinceS: 600, collects: false },
  { busyShare: 0.2, grownMb: 40, sinceS: 10, collects: false },
  { busyShare: 0.2, grownMb: 40, sinceS: 20, collects: true },
  { busyShare: 0.5, grownMb: 400, sinceS: 600, collects: false },
])('at $busyShare busy, $grownMb MB and $sinceS s after the last time: $collects', (given) => {
  const { busyShare, grownMb, sinceS, collects } = given
  expect(isTimeToCollect({ busyShare, grownBytes: grownMb * MB, sinceMs: sinceS * 1_000 })).toBe(collects)
})
