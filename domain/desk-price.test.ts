import { expect, test } from 'vitest'
import { deskPrice } from './desk-price.ts'
import { cents } from './money.ts'

test.each([
  ['FULL', 0, 4_555],
  ['PERCENT', 50, 2_278],
  ['PERCENT', 100, 0],
  ['PRICE', 2_000, 2_000],
  ['PRICE', 9_000, 4_555],
  ['FREE', 0, 0],
] as const)('prices a ticket of 45.55 € by %s %i as %i cents', (kind, amount, price) => {
  expect(deskPrice(cents(4_555), kind, amount)).toBe(price)
})
