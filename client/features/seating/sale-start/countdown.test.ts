import { expect, test } from 'vitest'
import { announcedSeconds, timeLeftOf } from './countdown.ts'

test('splits the time left, and reaches zero with the start', () => {
  expect(timeLeftOf(((1 * 24 + 2) * 60 + 3) * 60_000 + 4_000)).toEqual({ days: 1, hours: 2, minutes: 3, seconds: 4 })
  expect(timeLeftOf(1)).toEqual({ days: 0, hours: 0, minutes: 0, seconds: 1 })
  for (const over of [0, -5_000]) expect(timeLeftOf(over)).toEqual({ days: 0, hours: 0, minutes: 0, seconds: 0 })
})

test('announces the time left at a few steps', () => {
  expect([3_600_001, 3_600_000, 600_001, 600_000, 59_000, 9_000].map(announcedSeconds)).toEqual([
    undefined,
    3_600,
    3_600,
    600,
    60,
    10,
  ])
})
