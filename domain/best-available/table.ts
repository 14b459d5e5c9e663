import { distanceBetween, type SeatLayout } from './seat-layout.ts'

/** From `first` to before `end`. */
type Row = { readonly first: number; readonly end: number }

/** A row whose seats stand around a table or in a box, not in a line. `x` and `y` are its centre. */
export type Table = Row & { readonly sector: number; readonly x: number; readonly y: number }

/** Tolerance for rounded coordinates: the seats of a table for three are all equally far apart. */
const ROUNDING_TOLERANCE = 1.005

/** Tells for each row of a sector whether it is a table. One or two seats are a table where the sector has others. */
export function areTables(layout: Pick<SeatLayout, 'x' | 'y'>, rows: readonly Row[]): boolean[] {
  const isTable = rows.map((row) => isOutOfLine(layout, row))
  return rows.map(({ first, end }, at) => isTable[at] === true || (end - first <= 2 && isTable.includes(true)))
}

/** Makes a table of a row of a sector. */
export function tableOf({ x, y }: Pick<SeatLayout, 'x' | 'y'>, { first, end }: Row, sector: number): Table {
  const table = { first, end, sector, x: 0, y: 0 }
  for (let seat = first; seat < end; seat++) {
    table.x += (x[seat] ?? 0) / (end - first)
    table.y += (y[seat] ?? 0) / (end - first)
  }
  return table
}

/**
 * Tells whether the seats are not in a line. In a line, even a curved one, two seats with one between them are farther
 * apart than each of them from that one.
 */
function isOutOfLine(layout: Pick<SeatLayout, 'x' | 'y'>, { first, end }: Row): boolean {
  for (let seat = first; seat < end - 2; seat++) {
    const longer = Math.max(distanceBetween(layout, seat, seat + 1), distanceBetween(layout, seat + 1, seat + 2))
    if (distanceBetween(layout, seat, seat + 2) <= ROUNDING_TOLERANCE * longer) return true
  }
  return false
}
