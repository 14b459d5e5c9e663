import { distanceBetween, firstStandingPlace } from './seat-layout.ts'
import { orphanFixFor } from './orphan-seat.ts'
import type { Seating } from './seating.ts'

/** Weight of the distance to the kept seats, relative to the distance to the lost seat. */
const TOGETHER_WEIGHT = 3

/** Cost of a seat in another row than the lost one, in seat pitches. */
const OTHER_ROW_COST = 4

type LostAndKept = {
  /** Chosen seats that others have taken. */
  readonly lost: readonly number[]
  /** Seats that are still chosen. */
  readonly kept: readonly number[]
}

/**
 * Finds a free seat for each lost one, in the same sector and therefore at the same price: near the lost seat, near the
 * kept seats, and without leaving an orphan seat if possible. Returns undefined unless all can be replaced.
 */
export function replacementsFor(
  seating: Seating,
  free: ArrayLike<number>,
  { lost, kept }: LostAndKept,
): number[] | undefined {
  const nearest = nearestTo(seating, free, { lost, kept })
  if (!nearest) return undefined
  const fix = orphanFixFor(seating, free, new Set([...kept, ...nearest]))
  if (!fix?.from.every((seat) => nearest.includes(seat))) return nearest
  return [...nearest.filter((seat) => !fix.from.includes(seat)), ...fix.to].toSorted((a, b) => a - b)
}

function nearestTo(seating: Seating, free: ArrayLike<number>, { lost, kept }: LostAndKept): number[] | undefined {
  const replacements: number[] = []
  for (const seat of lost) {
    const together = [...kept, ...replacements]
    const sector = seating.layout.sectors.find(({ first, end }) => seat >= first && seat < end)
    if (!sector) return undefined
    let best: { seat: number; cost: number } | undefined
    for (let other = sector.first; other < firstStandingPlace(sector); other++) {
      if (!free[other] || together.includes(other)) continue
      const isOtherRow = seating.rowOf(other) !== seating.rowOf(seat)
      const cost =
        (isOtherRow ? OTHER_ROW_COST * seating.pitch : 0) +
        distanceBetween(seating.layout, seat, other) +
        TOGETHER_WEIGHT * distanceToNearest(seating, other, together)
      if (!best || cost < best.cost) best = { seat: other, cost }
    }
    if (!best) return undefined
    replacements.push(best.seat)
  }
  return replacements.toSorted((a, b) => a - b)
}

function distanceToNearest({ layout }: Seating, seat: number, others: readonly number[]): number {
  return others.length === 0 ? 0 : Math.min(...others.map((other) => distanceBetween(layout, seat, other)))
}
