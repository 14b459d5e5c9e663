import { expect, test } from 'vitest'
import { cents, euro } from './money.ts'
import { counted, numberText } from './number-text.ts'

test.each([
  [0, '0'],
  [999, '999'],
  [1_000, '1,000'],
  [50_000, '50,000'],
  [123_456, '123,456'],
  [2_147_483_647, '2,147,483,647'],
  [-1_234, '-1,234'],
])('formats %i as %s', (value, text) => {
  expect(numberText(value)).toBe(text)
})

test('formats a count with its noun', () => {
  expect(counted(1, 'point', 'points')).toBe('1 point')
  expect(counted(1_200, 'point', 'points')).toBe('1,200 points')
})

test.each([
  [5, '0.05 €'],
  [99_999, '999.99 €'],
  [100_000, '1,000.00 €'],
  [-123_456_789, '−1,234,567.89 €'],
])('formats %i cents as %s', (amount, text) => {
  expect(euro(cents(amount))).toBe(text)
})
