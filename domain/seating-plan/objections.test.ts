import { expect, test } from 'vitest'
import { Objections } from './objections.ts'

function report(...sentences: readonly string[]): string[] {
  const objections = new Objections()
  for (const sentence of sentences) objections.add(sentence)
  return objections.toError().message.split('\n')
}

test('joins the same fault of several lines, also about other values', () => {
  const numbers = [3, 4, 5, 9].map((line) => `line ${line}: x: '${line}a' is no number.`)
  expect(report(...numbers, "line 9: y: 'b' is no number.", 'There are no places in this file.')).toEqual([
    "line 3: x: '3a' is no number. Likewise in lines 4–5, 9.",
    "line 9: y: 'b' is no number.",
    'There are no places in this file.',
  ])
  expect(report('line 3: it has no row.', 'line 7: it has no row.')).toEqual([
    'line 3: it has no row. Likewise in line 7.',
  ])
})

test('shortens many lines, and reports up to ten faults and the number of further ones', () => {
  const odd = Array.from({ length: 20 }, (_, index) => `line ${2 * index + 1}: it has no row.`)
  expect(report(...odd)).toEqual(['line 1: it has no row. Likewise in lines 3, 5, 7, 9, 11, 13 and 13 more.'])
  const faults = Array.from({ length: 12 }, (_, index) => `There is a fault ${index}.`)
  expect(report(...faults).slice(9)).toEqual(['There is a fault 9.', '… and 2 more.'])
})

test('throws only when there are objections', () => {
  const objections = new Objections()
  objections.throwIfAny()
  objections.add('There are no places in this file.')
  expect(() => objections.throwIfAny()).toThrow(RangeError)
})
