import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { busyLoopMeter, untilCalm } from './busy-loop.ts'

test('tells whether the event loop was busy lately', async () => {
  const isBusy = busyLoopMeter({ sampleMs: 50 })
  const until = performance.now() + 100
  while (performance.now() < until);
  await wait(1)
  expect(isBusy()).toBe(true)
  // Work that earlier tests have left may keep this process busy a little longer.
  await expect.poll(isBusy, { interval: 100 }).toBe(false)
})

test('waits until the event loop is calm, for a limited time, or until the signal', async () => {
  const { signal } = new AbortController()
  let isBusy = true
  const after = async (waiting: Promise<void>) => {
    const start = performance.now()
    await waiting
    return performance.now() - start
  }
  setTimeout(() => (isBusy = false), 300)
  expect(await after(untilCalm(() => isBusy, 60_000, signal))).toBeGreaterThan(290)
  expect(await after(untilCalm(() => isBusy, 60_000, signal))).toBeLessThan(250)
  expect(await after(untilCalm(() => true, 100, signal))).toBeGreaterThan(100)
  expect(await after(untilCalm(() => true, 60_000, AbortSignal.timeout(100)))).toBeLessThan(20_000)
})
