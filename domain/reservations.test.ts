import { expect, test } from 'vitest'
import { hasStarted, isLive, reservedUntil } from './reservations.ts'

const startsAt = new Date('2026-05-01T19:30:00Z')

test('a reservation runs out 30 minutes before the show', () => {
  const now = new Date('2026-04-01T12:00:00Z')
  expect(reservedUntil({ startsAt, now })).toEqual(new Date('2026-05-01T19:00:00Z'))
})

test('one made in the last half hour runs out at the start', () => {
  const now = new Date('2026-05-01T19:00:00Z')
  expect(reservedUntil({ startsAt, now })).toEqual(startsAt)
})

test('a shop may give reservations a shorter life, never a longer one', () => {
  const now = new Date('2026-05-01T18:50:00Z')
  expect(reservedUntil({ startsAt, now, lifeMinutes: 5 })).toEqual(new Date('2026-05-01T18:55:00Z'))
  expect(reservedUntil({ startsAt, now, lifeMinutes: 500 })).toEqual(new Date('2026-05-01T19:00:00Z'))
})

test('a show has started from its very start on, and a reservation ends at its very end', () => {
  expect(hasStarted({ startsAt }, startsAt)).toBe(true)
  expect(hasStarted({ startsAt }, new Date(startsAt.getTime() - 1))).toBe(false)
  expect(isLive({ reservedUntil: startsAt }, startsAt)).toBe(false)
})
