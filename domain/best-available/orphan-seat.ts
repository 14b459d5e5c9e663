import { placesFrom } from './seat-group.ts'
import { lengthOf } from './seat-layout.ts'
import { freeWindows, orphansLeft } from './orphans-left.ts'
import type { Seating, Stretch } from './seating.ts'

/** So far, in seats' distances, a party is asked to move for a seat that would be left alone. */
const NEAR = 8

/** Seats that could be had instead of some of the chosen ones, so that `alone` would not be left alone. */
export type OrphanFix = { readonly alone: number; readonly from: readonly number[]; readonly to: readonly number[] }

/**
 * How a choice of seats could be mended that leaves a single seat alone between taken ones, an aisle or a wall: by as
 * many seats in the same row or a neighbouring one, not far away. With mercy: undefined when there are none.
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
    const mend = mendOfParty(seating, free, { chosen, stretch, first: seat, end })
    if (mend) return mend
  }
  return undefined
}

type Party = {
  readonly chosen: ReadonlySet<number>
  readonly stretch: Stretch
  readonly first: number
  readonly end: number
}

function mendOfParty(
  seating: Seating,
  free: ArrayLike<number>,
  { chosen, stretch, first, end }: Party,
): OrphanFix | undefined {
  const isOpen = (seat: number) => (free[seat] ?? 0) > 0 && !chosen.has(seat)
  const [alone] = orphansLeft(isOpen, stretch, first, end)
  if (alone === undefined) return undefined
  const isFree = (seat: number) => isOpen(seat) || (seat >= first && seat < end)
  const own = seating.rows[stretch.row]
  const near = [-1, 1].flatMap((step) => {
    const row = seating.rows[stretch.row + step]
    return row && row.sector === own?.sector ? [row] : []
  })
  for (const rows of [own ? [own] : [], near]) {
    const others = rows.flatMap(({ stretches }) =>
      stretches.flatMap((other) =>
        freeWindows(isFree, other, end - first).filter(
          (window) => orphansLeft(isFree, other, window, window + end - first).length === 0,
        ),
      ),
    )
    const nearest = nearestWindow(seating, others, { first, size: end - first })
    if (nearest !== undefined) {
      return { alone, from: placesFrom(first, end - first), to: placesFrom(nearest, end - first) }
    }
  }
  return undefined
}

function nearestWindow(
  { layout: { x, y }, pitch }: Seating,
  windows: readonly number[],
  { first, size }: { first: number; size: number },
): number | undefined {
  const middle = (column: ArrayLike<number>, from: number) => ((column[from] ?? 0) + (column[from + size - 1] ?? 0)) / 2
  const away = (from: number) =>
    lengthOf(middle(x, from) - middle(x, first), middle(y, from) - middle(y, first)) / pitch
  // Of two that are as near the first is offered, whatever the coordinates were rounded to.
  const [nearest] = windows.toSorted((a, b) => Math.round(1_000 * (away(a) - away(b))))
  return nearest !== undefined && away(nearest) <= NEAR ? nearest : undefined
}
