import { expect, test } from 'vitest'
import { areTables } from './table.ts'

const round = (seats: number, sweep = 1) =>
  Array.from({ length: seats }, (_, seat) => {
    const angle = (seat / seats) * sweep * 2 * Math.PI
    return [Math.cos(angle), Math.sin(angle)] as const
  })

/** Rows of seats at these points, in each of them from the left. */
function tablesOf(...rows: (readonly (readonly [x: number, y: number])[])[]) {
  const seats = rows.flatMap((row) => row.toSorted((a, b) => a[0] - b[0]))
  let end = 0
  const ranges = rows.map((row) => ({ first: end, end: (end += row.length) }))
  return areTables({ x: seats.map(([x]) => x), y: seats.map(([, y]) => y) }, ranges)
}

test('seats around a table are one, however many, and so are two ranks of a box', () => {
  for (const seats of [3, 4, 5, 6, 8, 10]) expect(tablesOf(round(seats)), `${seats} seats`).toEqual([true])
  expect(tablesOf([...[0, 1, 2].map((x) => [x, 0] as const), ...[0.5, 1.5].map((x) => [x, 1] as const)])).toEqual([
    true,
  ])
})

test('a row is none, be it bent, broken by an aisle or stepped', () => {
  const straight = [0, 1, 2, 3].map((x) => [x, 0] as const)
  const aisle = [0, 1, 9, 10].map((x) => [x, 0] as const)
  const stepped = [0, 1, 2, 3].map((x) => [x, (x % 2) * 0.3] as const)
  expect(tablesOf(straight, aisle, stepped, round(16, 0.5))).toEqual([false, false, false, false])
})

test('two seats are a table where others are', () => {
  const pair = [0, 1].map((x) => [x, 0] as const)
  expect(tablesOf(pair, round(4))).toEqual([true, true])
  expect(
    tablesOf(
      pair,
      [0, 1, 2].map((x) => [x, 0] as const),
    ),
  ).toEqual([false, false])
})
