import { expect, test } from 'vitest'
import { type Cell, csvLine, decimal } from './csv.ts'

const line = (...cells: Cell[]) => csvLine(cells, 'Europe/Vienna')

test.each(['=1+1', '+43 1 234', '-2', '@SUM(A1)', '＝1+1', '＋1', '－1', '＠SUM(A1)', '\tx', '\rx', '\nx'])(
  'escapes the formula %j',
  (text) => {
    expect(line(text).replaceAll('"', '')).toBe(`'${text}\r\n`)
  },
)

test('quotes separators, quotes and line ends, and leaves other texts alone', () => {
  expect(line('a;b', 'say "yes"', 'two\r\nlines', 'Łódź, 1=1')).toBe('"a;b";"say ""yes""";"two\r\nlines";Łódź, 1=1\r\n')
})

test('writes numbers, amounts, times and flags, and nothing for missing values', () => {
  expect(line(-3, 1.5, { cents: -1_250 }, true, false, new Date('2026-07-01T17:30:00Z'))).toBe(
    '-3;1,5;-12,50;yes;no;2026-07-01 19:30\r\n',
  )
  expect(line('', null, undefined, 0)).toBe(';;;0\r\n')
})

test.each([
  [0, '0,00'],
  [5, '0,05'],
  [-5, '-0,05'],
  [123_456_789, '1234567,89'],
])('writes %i cents as %s', (cents, text) => {
  expect(decimal(cents)).toBe(text)
})
