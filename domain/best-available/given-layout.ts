import type { SeatLayout, LayoutSector } from './seat-layout.ts'

export type GivenSector = {
  /** One text a row, front row first: `.` a free seat, `x` a taken one, a space an aisle. */
  readonly rows?: readonly string[]
  /** One text a table, from the left: as many on its far side as on its near one, or one more there. */
  readonly tables?: readonly string[]
  /** People that still find room to stand, one number a place. */
  readonly standing?: readonly number[]
  /** Rows this far from the focus, in seats' distances; the next sector is behind unless said otherwise. */
  readonly from?: number
}

/** How far the tables are from one another, in seats' distances. */
const TABLE_WIDTH = 5

/** A house drawn as text, its rows centred below the focus, and what is free of it. */
export function givenLayout(...given: GivenSector[]): { layout: SeatLayout; free: number[] } {
  const x: number[] = []
  const y: number[] = []
  const free: number[] = []
  let depth = 0
  const sectors = given.map(({ rows = [], tables = [], standing = [], from = depth + 3 }): LayoutSector => {
    depth = from
    const first = free.length
    const laid = rows.map((row) => {
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
    const stood = tables.map((table, nth) => {
      const start = free.length
      for (const [at, letter] of Array.from(table).entries()) {
        x.push((nth - (tables.length - 1) / 2) * TABLE_WIDTH + Math.floor(at / 2))
        y.push(depth + (at % 2))
        free.push(letter === '.' ? 1 : 0)
      }
      return { first: start, end: free.length }
    })
    if (tables.length > 0) depth += 2
    for (const room of standing) {
      x.push(0)
      y.push(depth)
      free.push(room)
    }
    return { first, end: free.length, rows: [...laid, ...stood] }
  })
  return { layout: { x, y, focus: { x: 0, y: 0 }, sectors }, free }
}
