import { expect, test } from 'vitest'
import { monthName, weeksOf } from './month.ts'

test('fills the weeks of a month from Monday to Sunday', () => {
  expect(weeksOf('2026-11')).toEqual([
    [0, 0, 0, 0, 0, 0, 1],
    [2, 3, 4, 5, 6, 7, 8],
    [9, 10, 11, 12, 13, 14, 15],
    [16, 17, 18, 19, 20, 21, 22],
    [23, 24, 25, 26, 27, 28, 29],
    [30, 0, 0, 0, 0, 0, 0],
  ])
  expect(weeksOf('2027-02')).toHaveLength(4)
})

test('names a month', () => {
  expect(monthName('2026-12')).toBe('December 2026')
})
