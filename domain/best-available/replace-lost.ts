import { distanceBetween, standingFrom } from './seat-layout.ts'
import { orphanFixFor } from './orphan-seat.ts'
import type { Seating } from './seating.ts'

/** Sitting beside the others counts so many times as much as sitting where one wanted to. */
const TOGETHER = 3

/** What sitting in another row costs, in seats' distances. */
const OTHER_ROW = 4

type Loss = {
  /** Seats that others have taken. */
  readonly lost: readonly number[]
  /** Seats that are still the customer's choice. */
  readonly kept: readonly number[]
}

/**
 * A free seat for each lost one, in its sector and so at its price: near where it was, and near the seats that were
 * kept, and so that they leave no seat alone if that can be. Undefined when they cannot all be replaced.
 */
export function replacementsFor(seating: Seating, free: ArrayLike<number>, loss: Loss): number[] | undefined {
  const nearest = nearestTo(seating, free, loss)
  if (!nearest) return undefined
  const mend = orphanFixFor(seating, free, new Set([...loss.kept, ...nearest]))
  if (!mend?.from.every((seat) => nearest.includes(seat))) return nearest
  return [...nearest.filter((seat) => !mend.from.includes(seat)), ...mend.to].toSorted((a, b) => a - b)
}

function nearestTo(seating: Seating, free: ArrayLike<number>, { lost, kept }: Loss): number[] | undefined {
  const found: number[] = []
  for (const seat of lost) {
    const together = [...kept, ...found]
    const sector = seating.layout.sectors.find(({ first, end }) => seat >= first && seat < end)
    if (!sector) return undefined
    let best: { seat: number; cost: number } | undefined
    for (let other = sector.first; other < standingFrom(sector); other++) {
      if (!free[other] || together.includes(other)) continue
      const isOtherRow = seating.rowOf(other) !== seating.rowOf(seat)
      const cost =
        (isOtherRow ? OTHER_ROW * seating.pitch : 0) +
        distanceBetween(seating.layout, seat, other) +
        TOGETHER * distanceToNearest(seating, other, together)
      if (!best || cost < best.cost) best = { seat: other, cost }
    }
    if (!best) return undefined
    found.push(best.seat)
  }
  return found.toSorted((a, b) => a - b)
}

function distanceToNearest({ layout }: Seating, seat: number, others: readonly number[]): number {
  return others.length === 0 ? 0 : Math.min(...others.map((other) => distanceBetween(layout, seat, other)))
}
