import { expect, test } from 'vitest'
import { dateText, dateTimeText, durationText, localIsoTime } from './time-text.ts'

test('formats a moment in the time zone of the venue, daylight saving included', () => {
  expect(dateTimeText('2026-01-05T18:30:00Z', 'Europe/Vienna')).toBe('2026/01/05 19:30')
  expect(dateTimeText('2026-07-05T18:30:00Z', 'Europe/Vienna')).toBe('2026/07/05 20:30')
  expect(dateText('2026-07-05T23:30:00Z', 'Europe/Vienna')).toBe('2026/07/06')
})

test('formats midnight as 00:00', () => {
  expect(dateTimeText('2026-01-05T23:00:00Z', 'Europe/Vienna')).toBe('2026/01/06 00:00')
})

test('formats durations in weeks, days, hours and minutes', () => {
  expect(durationText(9_000)).toBe('2 hours 30 minutes')
  expect(durationText(8 * 86_400 + 60)).toBe('1 week 1 day 1 minute')
  expect(durationText(30)).toBe('0 minutes')
})

test('formats a moment as ISO 8601 with the offset of the venue', () => {
  expect(localIsoTime('2026-07-01T17:30:00Z', 'Europe/Vienna')).toBe('2026-07-01T19:30:00+02:00')
  expect(localIsoTime('2026-01-01T00:30:00Z', 'America/St_Johns')).toBe('2025-12-31T21:00:00-03:30')
  expect(localIsoTime('2026-01-01T00:30:00Z', 'UTC')).toBe('2026-01-01T00:30:00+00:00')
})
