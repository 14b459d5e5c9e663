import { expect, test } from 'vitest'
import { cents } from './money.ts'
import { sectorPrice } from './sector-price.ts'

test('a sector at 100 percent costs what the show costs', () => {
  expect(sectorPrice(cents(4500), 100)).toBe(4500)
})

test('a part of a cent is given to the customer', () => {
  expect(sectorPrice(cents(999), 33)).toBe(329)
  expect(sectorPrice(cents(1), 99)).toBe(0)
})

test('a better sector costs more than the show', () => {
  expect(sectorPrice(cents(4500), 150)).toBe(6750)
})

test('a free sector costs nothing', () => {
  expect(sectorPrice(cents(4500), 0)).toBe(0)
})
