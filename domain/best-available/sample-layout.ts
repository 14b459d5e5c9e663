import type { SeatLayout, LayoutSector } from './seat-layout.ts'

export type GivenSector = {
  /** One string per row, front row first: `.` is a free seat, `x` a taken one, a space an aisle. */
  readonly rows?: readonly string[]
  /** One string per table, from left to right. Its seats alternate between the near and the far side of the table. */
  readonly tables?: readonly string[]
  /** The free capacity of each standing place. */
  readonly standing?: readonly number[]
  /** Distance of the first row from the focal point, in seat pitches. Default: 3 behind the previous sector. */
  readonly from?: number
}

/** Distance between neighbouring tables, in seat pitches. */
const TABLE_SPACING = 5

/** Builds a layout and the free tickets of its places from text drawings. Rows are centred below the focal point. */
export function givenLayout(...given: GivenSector[]): { layout: SeatLayout; free: number[] } {
  const x: number[] = []
  const y: number[] = []
  const free: number[] = []
  let depth = 0
  const sectors = given.map(({ rows = [], tables = [], standing = [], from = depth + 3 }): LayoutSector => {
    depth = from
    const first = free.length
    const rowRanges = rows.map((row) => {
      const start = free.length
      for (const [at, letter] of Array.from(row).entries()) {
        if (letter === ' ') continue
        x.push(at - (row.length - 1) / 2)
        y.push(depth)
        free.push(letter === '.' ? 1 : 0)
      }
      depth += 1
      return { first: start, end: free.length }
    })
    const tableRanges = tables.map((table, index) => {
      const start = free.length
      for (const [at, letter] of Array.from(table).entries()) {
        x.push((index - (tables.length - 1) / 2) * TABLE_SPACING + Math.floor(at / 2))
        y.push(depth + (at % 2))
        free.push(letter === '.' ? 1 : 0)
      }
      return { first: start, end: free.length }
    })
    if (tables.length > 0) depth += 2
    for (const capacity of standing) {
      x.push(0)
      y.push(depth)
      free.push(capacity)
    }
    return { first, end: free.length, rows: [...rowRanges, ...tableRanges] }
  })
  return { layout: { x, y, focus: { x: 0, y: 0 }, sectors }, free }
}
