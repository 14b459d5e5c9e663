import { expect, test } from 'vitest'
import type { PlaceId } from '../ids.ts'
import { hasStarted, isLive, objectionToMoreReservations, objectionToPlaces, reservedUntil } from './reservations.ts'

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

test('refuses places that are not on sale, and a seat requested twice', () => {
  const seat = { id: 1 as PlaceId, placeType: 'SITTING' as const, isAvailable: true }
  const floor = { id: 2 as PlaceId, placeType: 'STANDING' as const, isAvailable: true }
  const notBookable = { code: 'places_not_bookable' }
  expect(
    objectionToPlaces(
      [seat, floor],
      new Map([
        [seat.id, 1],
        [floor.id, 3],
      ]),
    ),
  ).toBeUndefined()
  expect(objectionToPlaces([seat], new Map([[seat.id, 2]]))).toMatchObject(notBookable)
  expect(
    objectionToPlaces(
      [seat],
      new Map([
        [seat.id, 1],
        [floor.id, 1],
      ]),
    ),
  ).toMatchObject(notBookable)
  expect(objectionToPlaces([{ ...floor, isAvailable: false }], new Map([[floor.id, 1]]))).toMatchObject(notBookable)
})

test('refuses reservations beyond the limits for one show and for all shows', () => {
  const limits = { MAX_RESERVATIONS_PER_SHOW: 20, MAX_RESERVATIONS: 60 }
  expect(objectionToMoreReservations({ ofShow: 18, ofCustomer: 58 }, 2, limits)).toBeUndefined()
  expect(objectionToMoreReservations({ ofShow: 18, ofCustomer: 18 }, 3, limits)?.details).toEqual({
    limit: 20,
    scope: 'show',
    held: 18,
  })
  expect(objectionToMoreReservations({ ofShow: 0, ofCustomer: 59 }, 2, limits)?.details).toEqual({
    limit: 60,
    scope: 'customer',
    held: 59,
  })
})
