import { expect, test } from 'vitest'
import { programmePeriods } from './programme-periods.ts'

const VIENNA = 'Europe/Vienna'

const shown = (now: string, zone = VIENNA) =>
  Object.fromEntries(
    programmePeriods(new Date(now), zone).map(({ name, from, until }) => [
      name,
      [from.toISOString().slice(0, 16), until?.toISOString().slice(0, 16)],
    ]),
  )

test('divides a Wednesday into tonight, the weekend from Friday, and everything after tonight', () => {
  expect(shown('2026-07-01T12:00Z')).toEqual({
    TONIGHT: ['2026-07-01T12:00', '2026-07-02T03:00'],
    WEEKEND: ['2026-07-03T03:00', '2026-07-06T03:00'],
    LATER: ['2026-07-02T03:00', undefined],
  })
})

test('begins the weekend tomorrow on Fridays and Saturdays, and has none on Sundays', () => {
  expect(shown('2026-07-03T12:00Z')['WEEKEND']).toEqual(['2026-07-04T03:00', '2026-07-06T03:00'])
  expect(shown('2026-07-04T12:00Z')['WEEKEND']).toEqual(['2026-07-05T03:00', '2026-07-06T03:00'])
  expect(shown('2026-07-05T12:00Z')).not.toHaveProperty('WEEKEND')
})

test('counts the hours after midnight to the evening before', () => {
  expect(shown('2026-07-05T01:00Z')['TONIGHT']).toEqual(['2026-07-05T01:00', '2026-07-05T03:00'])
})

test('ends the night by the clock of the zone when the clocks change', () => {
  expect(shown('2026-10-24T12:00Z')['TONIGHT']).toEqual(['2026-10-24T12:00', '2026-10-25T04:00'])
  expect(shown('2026-07-01T12:00Z', 'America/New_York')['TONIGHT']).toEqual(['2026-07-01T12:00', '2026-07-02T09:00'])
})
