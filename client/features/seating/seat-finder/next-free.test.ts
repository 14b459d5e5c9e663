import { expect, test } from 'vitest'
import { givenSeatModel, placeId } from '#client/testing/given-seating-plan.ts'
import { SeatAvailability } from '../seat-availability.ts'
import { nextFree, nextFreeIn } from './next-free.ts'

const model = givenSeatModel()
const [stalls] = model.sectors
if (!stalls) throw new Error('The plan has lost its stalls')
const everywhere = model.sectors.map(({ isAvailable }) => isAvailable)
const givenTaken = (...ids: number[]) => {
  const availability = new SeatAvailability(model)
  availability.apply(ids.map((id) => ({ placeId: placeId(id), occupied: 1 })))
  return availability
}

test('skips taken seats, and continues at the front after the last seat', () => {
  const availability = givenTaken(1, 2, 3)
  expect(nextFreeIn(availability, stalls, 0)).toBe(3)
  expect(nextFreeIn(availability, stalls, 7)).toBe(3)
  expect(nextFreeIn(availability, stalls, stalls.first - 1)).toBe(3)
  availability.apply([4, 5, 6, 7, 8].map((id) => ({ placeId: placeId(id), occupied: 1 })))
  expect(nextFreeIn(availability, stalls, 0)).toBeUndefined()
})

test('searches a sector while it has free seats, then the next one', () => {
  const next = (availability: SeatAvailability, after: number, sectors = everywhere) =>
    nextFree(availability, { sectors, chosen: new Map(), after })
  expect(next(givenTaken(), 2)).toBe(3)
  expect(next(givenTaken(8), 6)).toBe(0)
  expect(next(givenTaken(1, 2, 3, 4, 5, 6, 7, 8), 6)).toBe(8)
  expect(next(givenTaken(), 6, [false, true, false, false])).toBe(8)
  expect(next(givenTaken(), 6, [false, false, true, false])).toBeUndefined()
})
