import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { busyLoopMeter } from './busy-loop.ts'

test('tells whether the event loop was busy lately', async () => {
  const isBusy = busyLoopMeter({ sampleMs: 50 })
  const until = performance.now() + 100
  while (performance.now() < until);
  await wait(1)
  expect(isBusy()).toBe(true)
  await wait(400)
  expect(isBusy()).toBe(false)
})
