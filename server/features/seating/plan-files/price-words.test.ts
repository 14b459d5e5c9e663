import { expect, test } from 'vitest'
import { pricesIn } from './price-words.ts'

test('prices are told by name; a name may hold commas, and a percent sign is welcome', () => {
  expect([...pricesIn('Cat A=120,Cat B = 80 %, Stalls, Cat C=0')]).toEqual([
    ['Cat A', 120],
    ['Cat B', 80],
    ['Stalls, Cat C', 0],
  ])
  expect(pricesIn('').size).toBe(0)
})

test.each([
  ['Stalls', "not 'Stalls'"],
  ['Stalls=cheap', "not 'Stalls=cheap'"],
  ['Stalls=120,Circle', "not 'Circle'"],
  ['Stalls=-5', "not 'Stalls=-5'"],
  ['Stalls=1001', "The price of 'Stalls': The maximum value allowed is 1000."],
  ['Stalls=1,Stalls=2', "There are two prices for 'Stalls'."],
])('%s is refused', (text, sentence) => {
  expect(() => pricesIn(text)).toThrow(sentence)
})
