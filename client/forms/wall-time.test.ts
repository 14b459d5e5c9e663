import { expect, test } from 'vitest'
import { momentAt, wallTimeAt } from './wall-time.ts'

test('converts a local time by zone and season', () => {
  expect(momentAt('2026-12-12 19:30:00', 'Europe/Vienna')).toBe('2026-12-12T18:30:00.000Z')
  expect(momentAt('2026-12-12 19:30:00', 'Europe/London')).toBe('2026-12-12T19:30:00.000Z')
  expect(momentAt('2026-07-12 19:30:00', 'Europe/London')).toBe('2026-07-12T18:30:00.000Z')
  expect(momentAt('2026-12-12 19:30:00', 'America/New_York')).toBe('2026-12-13T00:30:00.000Z')
})

test('converts local times around clock changes', () => {
  expect(momentAt('2027-03-27 23:30:00', 'Europe/Vienna')).toBe('2027-03-27T22:30:00.000Z')
  expect(momentAt('2027-03-28 04:00:00', 'Europe/Vienna')).toBe('2027-03-28T02:00:00.000Z')
  expect(momentAt('2027-10-30 23:30:00', 'Europe/Vienna')).toBe('2027-10-30T21:30:00.000Z')
  expect(momentAt('2027-10-31 04:00:00', 'Europe/Vienna')).toBe('2027-10-31T03:00:00.000Z')
})

test("uses the browser's zone without a location", () => {
  expect(momentAt('2026-12-12 19:30:00')).toBe(new Date('2026-12-12T19:30:00').toISOString())
})

test('converts an instant to the local time of a zone and back', () => {
  for (const zone of ['Europe/Vienna', 'America/New_York', 'Asia/Kathmandu']) {
    expect(momentAt(wallTimeAt('2027-03-28T02:00:00.000Z', zone), zone)).toBe('2027-03-28T02:00:00.000Z')
  }
  expect(wallTimeAt('2026-12-12T23:30:00.000Z', 'Europe/Vienna')).toBe('2026-12-13 00:30:00')
})
