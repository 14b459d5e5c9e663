import { distanceBetween, type SeatLayout } from './seat-layout.ts'

/** From `first` to before `end`. */
type Row = { readonly first: number; readonly end: number }

/** Seats of a sector around a table or in a box: together, but not one beside the other. Its middle is at `x` and `y`. */
export type Table = Row & { readonly sector: number; readonly x: number; readonly y: number }

/** Three points whose longest sides are this nearly of one length are no line. */
const ROUNDED = 1.005

/** Of each row of a sector, whether it is a table. Two seats alone may be either: they are one where others are. */
export function areTables(layout: Pick<SeatLayout, 'x' | 'y'>, rows: readonly Row[]): boolean[] {
  const around = rows.map((row) => isAround(layout, row))
  return rows.map(({ first, end }, at) => around[at] === true || (end - first <= 2 && around.includes(true)))
}

/** A row of a sector seen as a table. */
export function tableOf({ x, y }: Pick<SeatLayout, 'x' | 'y'>, { first, end }: Row, sector: number): Table {
  const table = { first, end, sector, x: 0, y: 0 }
  for (let seat = first; seat < end; seat++) {
    table.x += (x[seat] ?? 0) / (end - first)
    table.y += (y[seat] ?? 0) / (end - first)
  }
  return table
}

/** Along a row, however bent, the seat after the next is farther away than either is from the one between them. */
function isAround(layout: Pick<SeatLayout, 'x' | 'y'>, { first, end }: Row): boolean {
  for (let seat = first; seat < end - 2; seat++) {
    const longer = Math.max(distanceBetween(layout, seat, seat + 1), distanceBetween(layout, seat + 1, seat + 2))
    if (distanceBetween(layout, seat, seat + 2) <= ROUNDED * longer) return true
  }
  return false
}
