import type { SeatModel, SeatSector } from '../seat-model.ts'

/** Returns the seat to which a key moves the focus; undefined if it does not move. */
export function seatAfterKey(model: SeatModel, sector: SeatSector, from: number, key: GridKey): number | undefined {
  const at = sector.rows.findIndex(({ first, end }) => from >= first && from < end)
  const row = sector.rows[at]
  if (!row) return undefined
  switch (key) {
    case 'ArrowLeft':
      return from > row.first ? from - 1 : undefined
    case 'ArrowRight':
      return from < row.end - 1 ? from + 1 : undefined
    case 'Home':
      return row.first
    case 'End':
      return row.end - 1
    case 'ArrowUp':
      return nearestInRow(model, sector, from, at - 1)
    case 'ArrowDown':
      return nearestInRow(model, sector, from, at + 1)
    case 'First':
      return sector.rows[0]?.first
    case 'Last':
      return (sector.rows.at(-1)?.end ?? 0) - 1
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

function nearestInRow(model: SeatModel, { rows, axis }: SeatSector, from: number, at: number): number | undefined {
  const row = rows[at]
  if (!row) return undefined
  const along = (seat: number) => (model.x[seat] ?? 0) * axis.x + (model.y[seat] ?? 0) * axis.y
  let nearest = row.first
  for (let seat = row.first; seat < row.end; seat++) {
    if (Math.abs(along(seat) - along(from)) < Math.abs(along(nearest) - along(from))) nearest = seat
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
