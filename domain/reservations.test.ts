import { expect, test } from 'vitest'
import { hasStarted, isLive, reservedUntil } from './reservations.ts'

const startsAt = new Date('2026-05-01T19:30:00Z')

test('ends a reservation 30 minutes before the show', () => {
  const now = new Date('2026-04-01T12:00:00Z')
  expect(reservedUntil({ startsAt, now })).toEqual(new Date('2026-05-01T19:00:00Z'))
})

test('ends a reservation made in the last half hour at the start', () => {
  const now = new Date('2026-05-01T19:00:00Z')
  expect(reservedUntil({ startsAt, now })).toEqual(startsAt)
})

test('shortens the life of a reservation to the setting of the shop, but never extends it', () => {
  const now = new Date('2026-05-01T18:50:00Z')
  expect(reservedUntil({ startsAt, now, lifeMinutes: 5 })).toEqual(new Date('2026-05-01T18:55:00Z'))
  expect(reservedUntil({ startsAt, now, lifeMinutes: 500 })).toEqual(new Date('2026-05-01T19:00:00Z'))
})

test('counts the moment of the start as started, and the moment of expiry as expired', () => {
  expect(hasStarted({ startsAt }, startsAt)).toBe(true)
  expect(hasStarted({ startsAt }, new Date(startsAt.getTime() - 1))).toBe(false)
  expect(isLive({ reservedUntil: startsAt }, startsAt)).toBe(false)
})
