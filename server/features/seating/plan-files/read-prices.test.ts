import { expect, test } from 'vitest'
import { readPrices } from './read-prices.ts'

test('reads prices by name, with commas in names and optional percent signs', () => {
  expect([...readPrices('Cat A=120,Cat B = 80 %, Stalls, Cat C=0')]).toEqual([
    ['Cat A', 120],
    ['Cat B', 80],
    ['Stalls, Cat C', 0],
  ])
  expect(readPrices('').size).toBe(0)
})

test.each([
  ['Stalls', "not 'Stalls'"],
  ['Stalls=cheap', "not 'Stalls=cheap'"],
  ['Stalls=120,Circle', "not 'Circle'"],
  ['Stalls=-5', "not 'Stalls=-5'"],
  ['Stalls=1001', "The price of 'Stalls': The maximum value allowed is 1,000."],
  ['Stalls=1,Stalls=2', "There are two prices for 'Stalls'."],
])('refuses %s', (text, sentence) => {
  expect(() => readPrices(text)).toThrow(sentence)
})
