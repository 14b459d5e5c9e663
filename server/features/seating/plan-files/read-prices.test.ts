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

test.each([
  ['blanks', ' '.repeat(2_000)],
  ['blanks without a price', `Stalls${' '.repeat(1_990)}x`],
  ['blanks before a name', `${' '.repeat(1_990)}Stalls`],
  ['blanks behind a price', `Stalls=1${' '.repeat(1_990)}x`],
])('reads a damaged text in linear time: %s', (_, text) => {
  const begin = performance.now()
  try {
    readPrices(text)
  } catch (error) {
    expect(error).toBeInstanceOf(RangeError)
  }
  expect(performance.now() - begin).toBeLessThan(250)
})

test('refuses a price without a name', () => {
  expect(() => readPrices('Stalls=1, =2')).toThrow("not ' =2'")
})
