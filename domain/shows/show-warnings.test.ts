import { expect, test } from 'vitest'
import { cents } from '../money.ts'
import { oddPriceOf, oddTimesOf, overlapsIn, warningsAbout } from './show-warnings.ts'

const now = new Date('2026-11-23T12:00:00Z')
const show = (startTime: string, hours: number) => ({
  startTime: new Date(startTime),
  endTime: new Date(Date.parse(startTime) + hours * 3_600_000),
})

test('finds odd times by the clock of the venue', () => {
  expect(oddTimesOf(show('2026-12-01T18:30:00Z', 2), 'Europe/Vienna', now)).toEqual([])
  expect(oddTimesOf(show('2026-12-01T01:00:00Z', 2), 'Europe/Vienna', now)).toEqual(['EARLY_START'])
  expect(oddTimesOf(show('2026-12-01T01:00:00Z', 2), 'America/New_York', now)).toEqual([])
  expect(oddTimesOf(show('2026-12-01T18:30:00Z', 8), 'Europe/Vienna', now)).toEqual([])
  expect(oddTimesOf(show('2026-12-01T18:30:00Z', 87_600), 'Europe/Vienna', now)).toEqual(['LONG_SHOW'])
  expect(oddTimesOf(show('2036-12-01T18:30:00Z', 2), 'Europe/Vienna', now)).toEqual(['FAR_AHEAD'])
})

test('finds odd prices by those of the other shows', () => {
  const others = [2_000, 3_000, 9_000].map(cents)
  expect(oddPriceOf(cents(0), others)).toBe('FREE_OF_CHARGE')
  expect(oddPriceOf(cents(9_001), others)).toBe('UNUSUAL_PRICE')
  expect(oddPriceOf(cents(999), others)).toBe('UNUSUAL_PRICE')
  expect(oddPriceOf(cents(1_000), others)).toBeUndefined()
  expect(oddPriceOf(cents(100), [])).toBeUndefined()
})

test('finds shows of a list that overlap an earlier one', () => {
  const shows = [show('2026-12-02T18:00:00Z', 2), show('2026-12-01T18:00:00Z', 30), show('2026-12-05T18:00:00Z', 2)]
  expect(overlapsIn(shows)).toEqual([0])
  expect(overlapsIn([show('2026-12-01T15:00:00Z', 2), show('2026-12-01T17:00:00Z', 2)])).toEqual([])
})

test('keeps the warnings about changed fields', () => {
  const warnings = [{ code: 'ARTIST_TAKEN' }, { code: 'PLACE_TAKEN' }, { code: 'UNUSUAL_PRICE' }] as const
  expect(warningsAbout(['price'], warnings)).toEqual([{ code: 'UNUSUAL_PRICE' }])
  expect(warningsAbout(['endTime'], warnings)).toEqual([{ code: 'ARTIST_TAKEN' }, { code: 'PLACE_TAKEN' }])
  expect(warningsAbout(['name'], warnings)).toEqual([])
})
