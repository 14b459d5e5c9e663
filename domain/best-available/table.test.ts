import { expect, test } from 'vitest'
import { areTables } from './table.ts'

/** Seats on a circle, or on a share of it. */
const round = (seats: number, sweep = 1) =>
  Array.from({ length: seats }, (_, seat) => {
    const angle = (seat / seats) * sweep * 2 * Math.PI
    return [Math.cos(angle), Math.sin(angle)] as const
  })

/** Calls `areTables` for rows of seats at these points. The seats of each row are sorted from left to right. */
function tablesOf(...rows: (readonly (readonly [x: number, y: number])[])[]) {
  const seats = rows.flatMap((row) => row.toSorted((a, b) => a[0] - b[0]))
  let end = 0
  const ranges = rows.map((row) => ({ first: end, end: (end += row.length) }))
  return areTables({ x: seats.map(([x]) => x), y: seats.map(([, y]) => y) }, ranges)
}

test('recognizes tables of 3 to 10 seats and boxes with two rows of seats', () => {
  for (const seats of [3, 4, 5, 6, 8, 10]) expect(tablesOf(round(seats)), `${seats} seats`).toEqual([true])
  expect(tablesOf([...[0, 1, 2].map((x) => [x, 0] as const), ...[0.5, 1.5].map((x) => [x, 1] as const)])).toEqual([
    true,
  ])
})

test('recognizes rows that are straight, curved, staggered or interrupted by an aisle', () => {
  const straight = [0, 1, 2, 3].map((x) => [x, 0] as const)
  const aisle = [0, 1, 9, 10].map((x) => [x, 0] as const)
  const staggered = [0, 1, 2, 3].map((x) => [x, (x % 2) * 0.3] as const)
  expect(tablesOf(straight, aisle, staggered, round(16, 0.5))).toEqual([false, false, false, false])
})

test('treats two seats as a table only beside other tables', () => {
  const pair = [0, 1].map((x) => [x, 0] as const)
  expect(tablesOf(pair, round(4))).toEqual([true, true])
  expect(
    tablesOf(
      pair,
      [0, 1, 2].map((x) => [x, 0] as const),
    ),
  ).toEqual([false, false])
})
