import { expect, test } from 'vitest'
import { isWallTime, readTypedMoment, readTypedTime } from './typed-time.ts'

test.each([
  ['2026/12/24 19:30', '2026-12-24 19:30:00'],
  ['2026-12-24 19:30', '2026-12-24 19:30:00'],
  ['2026-12-24T19:30', '2026-12-24 19:30:00'],
  ['2026-12-24 19:30:45', '2026-12-24 19:30:00'],
  ['24.12.2026 19:30', '2026-12-24 19:30:00'],
  ['  24. 12. 2026, 19.30 ', '2026-12-24 19:30:00'],
  ['4.2.26 9:05', '2026-02-04 09:05:00'],
  ['2026/12/24 7:30 pm', '2026-12-24 19:30:00'],
  ['2026/12/24 12 AM', '2026-12-24 00:00:00'],
  ['29.2.2028 00:00', '2028-02-29 00:00:00'],
])('reads %s', (typed, read) => {
  expect(readTypedTime(typed)).toBe(read)
  expect(isWallTime(read)).toBe(true)
})

test.each([
  '',
  'tomorrow',
  '24.12.2026',
  '24.12.2026 1',
  '24.12.2026 24:00',
  '24.12.2026 19:60',
  '24.12.2026 13 pm',
  '31.02.2026 19:30',
  '29.2.2026 19:30',
  '03/04/2026 19:30',
  '1926-12-24 19:30',
  '2200-01-01 19:30',
  '2026-12/24 19:30',
  '24.12.2026 19:30 or later',
])('does not read "%s"', (typed) => {
  expect(readTypedTime(typed)).toBeUndefined()
})

test('gives a day alone the default time', () => {
  expect(readTypedTime('24.12.2026', '23:59')).toBe('2026-12-24 23:59:00')
  expect(readTypedTime('24.12.2026 18:00', '23:59')).toBe('2026-12-24 18:00:00')
})

test.each([
  ['2026-12-24T19:30:00Z', '2026-12-24T19:30:00.000Z'],
  ['2026-12-24T19:30:59.999Z', '2026-12-24T19:30:00.000Z'],
  [' 2026-12-24 19:30+01:00 ', '2026-12-24T18:30:00.000Z'],
])('reads the moment %s', (typed, read) => expect(readTypedMoment(typed)).toBe(read))

test.each(['', '2026-12-24T19:30', '2026-13-45T99:99:99Z', '2026-02-31T19:30:00Z', '2026-12-24T19:30:00+99:99'])(
  'reads no moment from "%s"',
  (typed) => expect(readTypedMoment(typed)).toBeUndefined(),
)
