import { expect, test } from 'vitest'
import { dayAfter, daysOfMonth, daysOfPeriod, lengthOf } from './figures-period.ts'

test.each([
  ['TODAY', '2026-11-22', '2026-11-22'],
  ['DAYS_7', '2026-11-16', '2026-11-22'],
  ['DAYS_30', '2026-10-24', '2026-11-22'],
  ['MONTH', '2026-11-01', '2026-11-22'],
  ['LAST_MONTH', '2026-10-01', '2026-10-31'],
  ['YEAR', '2026-01-01', '2026-11-22'],
  ['LAST_YEAR', '2025-01-01', '2025-12-31'],
] as const)('names the days of %s', (period, from, to) => {
  expect(daysOfPeriod({ period }, '2026-11-22')).toEqual({ from, to })
})

test('takes the month before January from the year before', () => {
  expect(daysOfPeriod({ period: 'LAST_MONTH' }, '2026-01-31')).toEqual({ from: '2025-12-01', to: '2025-12-31' })
  expect(daysOfMonth('2028-02')).toEqual({ from: '2028-02-01', to: '2028-02-29' })
})

test('prefers given days to a named period', () => {
  expect(daysOfPeriod({ period: 'YEAR', firstDay: '2026-03-01', lastDay: '2026-03-02' }, '2026-11-22')).toEqual({
    from: '2026-03-01',
    to: '2026-03-02',
  })
  expect(daysOfPeriod({ lastDay: '2026-03-02' }, '2026-11-22')).toEqual({ from: '2026-03-02', to: '2026-03-02' })
  expect(daysOfPeriod({}, '2026-11-22')).toEqual({ from: '2026-10-24', to: '2026-11-22' })
})

test('counts days over a change of the clocks', () => {
  expect(lengthOf({ from: '2026-03-28', to: '2026-03-30' })).toBe(3)
  expect(lengthOf({ from: '2026-03-30', to: '2026-03-28' })).toBe(-1)
  expect(dayAfter('2026-03-28', 2)).toBe('2026-03-30')
})
