import { expect, test } from 'vitest'
import { cityOfZone, findTimeZone, zonedTimeText } from './time-zone-names.ts'

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
