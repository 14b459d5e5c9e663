import { expect, test } from 'vitest'
import { unbroken } from './ticket-name.ts'

test.each([
  ['Stalls, row C, seat 14 (restricted view)', 'Stalls, row~C, seat~14 (restricted view)'],
  ['Parterre, Box 3, seat 2', 'Parterre, Box 3, seat~2'],
  ['Arrow 3, Throw a seat', 'Arrow 3, Throw a seat'],
])('keeps row and seat on the line of their number: %s', (text, expected) => {
  expect(unbroken(text)).toBe(expected.replaceAll('~', '\u00a0'))
})
