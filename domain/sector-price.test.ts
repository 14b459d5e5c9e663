import { expect, test } from 'vitest'
import { cents } from './money.ts'
import { sectorPrice } from './sector-price.ts'

test('prices a sector of 100 percent like the show', () => {
  expect(sectorPrice(cents(4500), 100)).toBe(4500)
})

test('rounds down to the cent', () => {
  expect(sectorPrice(cents(999), 33)).toBe(329)
  expect(sectorPrice(cents(1), 99)).toBe(0)
})

test('prices a sector above 100 percent higher than the show', () => {
  expect(sectorPrice(cents(4500), 150)).toBe(6750)
})

test('prices a sector of 0 percent at nothing', () => {
  expect(sectorPrice(cents(4500), 0)).toBe(0)
})
