import { expect, test } from 'vitest'
import { centsIn } from './bank-movements.ts'

test.each([
  ['1.234,56', 123_456],
  ['1,234.56', 123_456],
  ['1.234.567', 123_456_700],
  ['12,345', 1_234_500],
  ['-12,00 €', -1_200],
  ['45', 4_500],
  ['0,5', 50],
])('reads the amount %s of a statement', (text, cents) => expect(centsIn(text)).toBe(cents))

test.each(['0,005', '012,345', '1.234,567', '1e5', '1.2.3,4', ''])(
  'refuses %s, which no bank writes for an amount',
  (text) => expect(centsIn(text)).toBeUndefined(),
)
