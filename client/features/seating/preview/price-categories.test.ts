import { expect, test } from 'vitest'
import { givenSeatModel, placeId } from '#client/testing/given-seating-plan.ts'
import { SeatAvailability } from '../seat-availability.ts'
import { priceCategoriesOf } from './price-categories.ts'

test('counts seats and standing room of each price, without closed sectors', () => {
  const availability = new SeatAvailability(givenSeatModel())
  availability.apply([{ placeId: placeId(20), occupied: 0, capacity: 50 }])
  expect(priceCategoriesOf(availability)).toEqual([
    { price: 4_500, sectors: ['Stalls'], places: 8, revenue: 36_000 },
    { price: 2_250, sectors: ['Circle'], places: 2, revenue: 4_500 },
    { price: 900, sectors: ['Floor'], places: 50, revenue: 45_000 },
  ])
})
