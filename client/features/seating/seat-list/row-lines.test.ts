import { expect, test } from 'vitest'
import { lineStartsOf } from './row-lines.ts'

const stretches = (...lengths: readonly number[]) => {
  let first = 0
  return lengths.map((length) => ({ first, end: (first += length) }))
}

/** Returns the lengths of the lines. */
function linesOf(perLine: number, ...lengths: readonly number[]): number[] {
  const rows = stretches(...lengths)
  const ends = [...lineStartsOf(rows, perLine), rows.at(-1)?.end ?? 0]
  return ends.map((end, at) => end - (ends[at - 1] ?? 0))
}

test('keeps a row in one line if it has room, its aisles included', () => {
  expect(linesOf(10, 5, 4)).toEqual([9])
  expect(linesOf(10, 5, 5)).toEqual([5, 5])
})

test('breaks a row at its aisles, with as many stretches in a line as fit', () => {
  expect(linesOf(15, 6, 12, 6)).toEqual([6, 12, 6])
  expect(linesOf(20, 6, 12, 6)).toEqual([18, 6])
})

test('breaks a stretch that is longer than a line into equal lines', () => {
  expect(linesOf(10, 26)).toEqual([9, 9, 8])
  expect(linesOf(10, 4, 14, 4)).toEqual([4, 7, 7, 4])
})
