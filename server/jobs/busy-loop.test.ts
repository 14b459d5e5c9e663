import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { busyLoopMeter, untilCalm } from './busy-loop.ts'

test('tells for how long the event loop has been busy', async () => {
  const busyMs = busyLoopMeter({ sampleMs: 50 })
  const workFor = async (ms: number) => {
    const until = performance.now() + ms
    while (performance.now() < until);
    await wait(1)
  }
  await workFor(100)
  expect(busyMs()).toBe(1)
  await workFor(100)
  expect(busyMs()).toBeGreaterThanOrEqual(100)
  // Work that earlier tests have left may keep this process busy a little longer.
  await expect.poll(busyMs, { interval: 100 }).toBe(0)
})

test('waits until the event loop is calm, for a limited time, or until the signal', async () => {
  const { signal } = new AbortController()
  let busyMs = 1
  const after = async (waiting: Promise<void>) => {
    const start = performance.now()
    await waiting
    return performance.now() - start
  }
  setTimeout(() => (busyMs = 0), 300)
  expect(await after(untilCalm(() => busyMs, 60_000, signal))).toBeGreaterThan(290)
  expect(await after(untilCalm(() => busyMs, 60_000, signal))).toBeLessThan(250)
  expect(await after(untilCalm(() => 1, 100, signal))).toBeGreaterThan(100)
  expect(await after(untilCalm(() => 1, 60_000, AbortSignal.timeout(100)))).toBeLessThan(20_000)
})
