import { expect, test } from 'vitest'
import { cityOfZone, findTimeZone, zonedDeadlineText, zonedTimeText } from './time-zone-names.ts'

const zones = ['Europe/Vienna', 'America/New_York', 'America/Louisville', 'America/Kentucky/Louisville', 'UTC']

test.each([
  ['Vienna', 'Europe/Vienna'],
  [' europe/vienna ', 'Europe/Vienna'],
  ['new york', 'America/New_York'],
  ['america/new york', 'America/New_York'],
  ['utc', 'UTC'],
  ['Louisville', undefined],
  ['Vie', undefined],
  ['', undefined],
])('finds the time zone of %j', (text, zone) => {
  expect(findTimeZone(text, zones)).toBe(zone)
})

test('names the city of a zone', () => {
  expect(zones.map(cityOfZone)).toEqual(['Vienna', 'New York', 'Louisville', 'Louisville', 'UTC'])
})

test('names the zone to a reader in another one', () => {
  const moment = '2026-11-22T18:30:00Z'
  expect(zonedTimeText(moment, 'Europe/Vienna', 'Europe/Vienna')).toBe('2026/11/22 19:30')
  expect(zonedTimeText(moment, 'America/New_York', 'Europe/Vienna')).toBe('2026/11/22 13:30 (New York)')
})

test('tells a deadline in its zone, by which it is today or not', () => {
  const moment = '2026-11-22T23:30:00Z'
  const textAt = (now: string) => zonedDeadlineText(moment, new Date(now), 'Europe/Vienna', 'UTC')
  expect(textAt('2026-11-22T22:30:00Z')).toBe('2026/11/23 00:30 (Vienna)')
  expect(textAt('2026-11-22T23:10:00Z')).toBe('00:30 (Vienna)')
  expect(zonedDeadlineText(moment, new Date(moment), 'UTC', 'UTC')).toBe('23:30')
})
