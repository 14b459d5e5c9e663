import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { pacedWork } from './paced-work.ts'

test('does one piece of work at a time, in order', async () => {
  const paced = pacedWork(1)
  const steps: string[] = []
  const work = (name: string) => async () => {
    steps.push(`${name} begins`)
    await wait(5)
    steps.push(`${name} ends`)
    return 0
  }
  await Promise.all([paced(work('first')), paced(work('second'))])
  expect(steps).toEqual(['first begins', 'first ends', 'second begins', 'second ends'])
})

test('rests for the other part of the time', async () => {
  const paced = pacedWork(0.2)
  const start = performance.now()
  for (const busyMs of [10, 20, 0]) await paced(async () => busyMs)
  expect(performance.now() - start).toBeGreaterThanOrEqual((10 + 20) * 4 - 2)
})
