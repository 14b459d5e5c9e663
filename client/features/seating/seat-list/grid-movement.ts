import { listedRowsOf } from '../listed-seats.ts'
import type { SeatModel, SeatSector } from '../seat-model.ts'

/** Returns the seat to which a key moves the focus; undefined if it does not move. */
export function seatAfterKey(model: SeatModel, sector: SeatSector, from: number, key: GridKey): number | undefined {
  const rows = listedRowsOf(model, sector)
  const at = rows.findIndex(({ first, end }) => from >= first && from < end)
  const seats = rows[at]?.seats ?? []
  const place = seats.indexOf(from)
  if (place < 0) return undefined
  switch (key) {
    case 'ArrowLeft':
      return seats[place - 1]
    case 'ArrowRight':
      return seats[place + 1]
    case 'Home':
      return seats[0]
    case 'End':
      return seats.at(-1)
    case 'ArrowUp':
      return nearestOf(rows[at - 1]?.seats, { model, sector, from })
    case 'ArrowDown':
      return nearestOf(rows[at + 1]?.seats, { model, sector, from })
    case 'First':
      return rows[0]?.seats[0]
    case 'Last':
      return rows.at(-1)?.seats.at(-1)
  }
}

/** The keys that move the focus within a sector. `First` and `Last` are Home and End with Ctrl. */
export type GridKey = 'ArrowLeft' | 'ArrowRight' | 'ArrowUp' | 'ArrowDown' | 'Home' | 'End' | 'First' | 'Last'

/** Returns the grid key of a keyboard event; undefined for any other key. */
export function gridKeyOf({ key, ctrlKey }: { key: string; ctrlKey: boolean }): GridKey | undefined {
  if (key === 'Home') return ctrlKey ? 'First' : 'Home'
  if (key === 'End') return ctrlKey ? 'Last' : 'End'
  return key === 'ArrowLeft' || key === 'ArrowRight' || key === 'ArrowUp' || key === 'ArrowDown' ? key : undefined
}

function nearestOf(
  seats: readonly number[] = [],
  { model, sector: { axis }, from }: { model: SeatModel; sector: SeatSector; from: number },
): number | undefined {
  const along = (seat: number) => (model.x[seat] ?? 0) * axis.x + (model.y[seat] ?? 0) * axis.y
  let nearest = seats[0]
  for (const seat of seats) {
    if (Math.abs(along(seat) - along(from)) < Math.abs(along(nearest ?? seat) - along(from))) nearest = seat
  }
  return nearest
}

/** Returns the next available sector in this direction, cyclically; the same sector if there is no other. */
export function neighbouringSector({ sectors }: SeatModel, { index }: SeatSector, step: 1 | -1): number {
  for (let away = 1; away < sectors.length; away++) {
    const next = sectors[(index + step * away + sectors.length * away) % sectors.length]
    if (next?.isAvailable) return next.index
  }
  return index
}
