import { stretchesOf } from '#domain/best-available/seating.ts'
import { areTables } from '#domain/best-available/table.ts'
import type { SeatModel, SeatRow, SeatSector } from './seat-model.ts'

/** A row with its seats in the order of the list: around a table or in a box by number, else from end to end. */
export type ListedRow = SeatRow & { readonly seats: readonly number[]; readonly isTable: boolean }

const known = new WeakMap<SeatSector, readonly ListedRow[]>()

/** Returns the rows of a sector with their seats in the order of the list. */
export function listedRowsOf(model: SeatModel, sector: SeatSector): readonly ListedRow[] {
  const rows = known.get(sector) ?? listRows(model, sector)
  known.set(sector, rows)
  return rows
}

/** Splits a listed row at its aisles. Each range holds positions from `first` to before `end`. */
export function listedStretchesOf(model: SeatModel, row: ListedRow): { first: number; end: number }[] {
  if (row.isTable) return [{ first: 0, end: row.seats.length }]
  return stretchesOf(model, row).map(({ first, end }) => ({ first: first - row.first, end: end - row.first }))
}

function listRows(model: SeatModel, { rows }: SeatSector): ListedRow[] {
  const isTable = areTables(model, rows)
  const numberOf = (seat: number) => model.seatNumbers[seat] ?? 0
  return rows.map((row, at) => {
    const seats = Array.from({ length: row.end - row.first }, (_, place) => row.first + place)
    if (!isTable[at]) return { ...row, seats, isTable: false }
    return { ...row, seats: seats.toSorted((one, other) => numberOf(one) - numberOf(other)), isTable: true }
  })
}
