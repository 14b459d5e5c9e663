import { expect, test } from 'vitest'
import type { LineState } from '#contract/waiting-room.ts'
import { announcedPlace, expectedMinutes, peopleBefore, refreshMs } from './expected-wait.ts'

const line: LineState = {
  ...{ isOpen: true, lastNumber: 900, admittedNumber: 100, lotSize: 0 },
  ...{ peopleAMinute: 60, isPaused: false, placesLeft: 'SOME' },
}

test('counts the people before a number, and the minutes until its turn', () => {
  expect([101, 102, 700, 90].map((number) => peopleBefore(number, line))).toEqual([0, 1, 599, 0])
  expect([101, 160, 161, 700].map((number) => expectedMinutes(number, line))).toEqual([1, 1, 2, 10])
})

test('looks at the line more often the nearer the turn is', () => {
  const about = (number: number | undefined, ms: number) =>
    expect(Math.abs(refreshMs(number, line) / ms - 1)).toBeLessThanOrEqual(0.1)
  about(undefined, 2_000)
  about(101, 2_000)
  about(200, 5_000)
  about(9_000, 20_000)
})

test('announces a place at a few steps', () => {
  expect([0, 1, 5, 6, 99, 100, 101, 99_999].map(announcedPlace)).toEqual([0, 5, 5, 10, 100, 100, 250, undefined])
})
