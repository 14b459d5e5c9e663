import { expect, test } from 'vitest'
import { availabilityOf } from './availability.ts'

test.each([
  [60, 0, 'FREE'],
  [60, 53, 'FREE'],
  [60, 54, 'FEW_LEFT'],
  [60, 59, 'FEW_LEFT'],
  [60, 60, 'SOLD_OUT'],
  [60, 61, 'SOLD_OUT'],
  [0, 0, 'SOLD_OUT'],
  [50_000, 49_949, 'FREE'],
  [50_000, 49_950, 'FEW_LEFT'],
] as const)('rates a show of %s places with %s taken as %s', (capacity, taken, rating) => {
  expect(availabilityOf({ capacity, taken })).toBe(rating)
})
