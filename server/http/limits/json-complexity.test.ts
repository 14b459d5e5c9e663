import { expect, test } from 'vitest'
import { isTooComplex } from './json-complexity.ts'

const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`
const list = (length: number) => JSON.stringify(Array.from({ length }, (_, index) => index))

test('accepts lists and objects up to a depth and a number', () => {
  expect(isTooComplex(nested(16))).toBe(false)
  expect(isTooComplex(nested(17))).toBe(true)
  expect(isTooComplex(`[${Array.from({ length: 100 }, () => nested(10)).join()}]`)).toBe(false)
  expect(isTooComplex('{"a":'.repeat(17))).toBe(true)
  const beside = (count: number) => `[${Array.from({ length: count }, () => '[[{}]]').join()}]`
  expect(isTooComplex(beside(600))).toBe(false)
  expect(isTooComplex(beside(700))).toBe(true)
})

test('accepts a number of values in all lists and objects together', () => {
  expect(isTooComplex(list(6_001))).toBe(false)
  expect(isTooComplex(list(6_002))).toBe(true)
  expect(isTooComplex(`[${list(4_500)},{"a":${list(1_600)}}]`)).toBe(true)
})

test('accepts a number of different names in all objects together', () => {
  const named = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`n${index}`, 1]))
  expect(isTooComplex(JSON.stringify(named(200)))).toBe(false)
  expect(isTooComplex(JSON.stringify(named(201)))).toBe(true)
  expect(isTooComplex(JSON.stringify(Array.from({ length: 25 }, () => named(200))))).toBe(false)
  expect(isTooComplex(JSON.stringify(Array.from({ length: 201 }, (_, index) => ({ [`n${index}`]: 1 }))))).toBe(true)
  expect(isTooComplex(JSON.stringify(Array.from({ length: 300 }, (_, index) => `a: ${index}, "b":`)))).toBe(false)
})

test('ignores brackets, commas and escaped quotes in texts', () => {
  const text = '[{,'.repeat(5_000)
  expect(isTooComplex(JSON.stringify({ text, other: `"${text}\\` }))).toBe(false)
  expect(isTooComplex(`{"a\\"": ${nested(17)}}`)).toBe(true)
})

test('is much faster than parsing the most expensive bodies', () => {
  const expensive = [nested(131_000), `{${Array.from({ length: 23_000 }, (_, index) => `"k${index}":1`).join()}}`]
  for (const json of expensive) {
    const parsing = fastestOf(() => JSON.parse(json))
    expect(fastestOf(() => isTooComplex(json))).toBeLessThan(parsing / 5)
  }
})

function fastestOf(work: () => unknown): number {
  const times = Array.from({ length: 5 }, () => {
    const start = performance.now()
    work()
    return performance.now() - start
  })
  return Math.min(...times)
}
