import { consecutivePlaces } from './seat-group.ts'
import { lengthOf } from './seat-layout.ts'
import { freeWindows, orphansLeft } from './orphans-left.ts'
import type { Seating, Stretch } from './seating.ts'

/** Limits how far a party is asked to move to avoid an orphan seat, in seat pitches. */
const MAX_MOVE = 8

/** A move of some chosen seats (`from`, `to`) that avoids leaving `orphan` as a single free seat. */
export type OrphanFix = { readonly orphan: number; readonly from: readonly number[]; readonly to: readonly number[] }

/**
 * Suggests a move for a choice that leaves a single seat between taken ones, an aisle or a wall: to as many seats in
 * the same row or an adjacent one, not far away. Returns undefined when there is no orphan seat or no such move.
 */
export function orphanFixFor(
  seating: Seating,
  free: ArrayLike<number>,
  chosen: ReadonlySet<number>,
): OrphanFix | undefined {
  for (const seat of chosen) {
    const stretch = seating.stretchOf(seat)
    if (!stretch || (seat > stretch.first && chosen.has(seat - 1))) continue
    let end = seat + 1
    while (end < stretch.end && chosen.has(end)) end += 1
    const fix = orphanFixForRun(seating, free, { chosen, stretch, first: seat, end })
    if (fix) return fix
  }
  return undefined
}

/** Consecutive chosen seats, from `first` to before `end`. `chosen` holds all chosen seats. */
type ChosenRun = {
  readonly chosen: ReadonlySet<number>
  readonly stretch: Stretch
  readonly first: number
  readonly end: number
}

function orphanFixForRun(
  seating: Seating,
  free: ArrayLike<number>,
  { chosen, stretch, first, end }: ChosenRun,
): OrphanFix | undefined {
  const isOpen = (seat: number) => (free[seat] ?? 0) > 0 && !chosen.has(seat)
  const [orphan] = orphansLeft(isOpen, stretch, first, end)
  if (orphan === undefined) return undefined
  const size = end - first
  const isFree = (seat: number) => isOpen(seat) || (seat >= first && seat < end)
  const ownRow = seating.rows[stretch.row]
  const adjacentRows = [-1, 1].flatMap((step) => {
    const row = seating.rows[stretch.row + step]
    return row && row.sector === ownRow?.sector ? [row] : []
  })
  for (const rows of [ownRow ? [ownRow] : [], adjacentRows]) {
    const windows = rows.flatMap(({ stretches }) =>
      stretches.flatMap((other) =>
        freeWindows(isFree, other, size).filter(
          (window) => orphansLeft(isFree, other, window, window + size).length === 0,
        ),
      ),
    )
    const nearest = nearestWindow(seating, windows, { first, size })
    if (nearest !== undefined) {
      return { orphan, from: consecutivePlaces(first, size), to: consecutivePlaces(nearest, size) }
    }
  }
  return undefined
}

/** Returns the first seat of the nearest window, or undefined when all windows are too far away. */
function nearestWindow(
  { layout: { x, y }, pitch }: Seating,
  windows: readonly number[],
  { first, size }: { first: number; size: number },
): number | undefined {
  const centre = (coordinates: ArrayLike<number>, from: number) =>
    ((coordinates[from] ?? 0) + (coordinates[from + size - 1] ?? 0)) / 2
  const distance = (from: number) =>
    lengthOf(centre(x, from) - centre(x, first), centre(y, from) - centre(y, first)) / pitch
  // Rounding makes equally near windows equal despite rounded coordinates. The first of them is suggested.
  const [nearest] = windows.toSorted((a, b) => Math.round(1_000 * (distance(a) - distance(b))))
  return nearest !== undefined && distance(nearest) <= MAX_MOVE ? nearest : undefined
}
