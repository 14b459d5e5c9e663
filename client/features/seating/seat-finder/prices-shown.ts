import type { Cents } from '#domain/money.ts'
import type { SeatAvailability } from '../seat-availability.ts'
import { standingPlacesOf, type SeatModel } from '../seat-model.ts'

/** The shown price classes. An empty set means all of them. */
type Shown = ReadonlySet<number>

/** Returns the price classes up to a limit; an empty set, which means all of them, without one. */
export function classesUpTo({ priceClasses }: SeatModel, limit: Cents | undefined): Shown {
  if (limit === undefined) return new Set()
  return new Set(priceClasses.flatMap(({ to }, at) => (to <= limit ? [at] : [])))
}

/** Returns the limit that shows exactly these price classes; undefined if all are shown or no limit does. */
export function limitOf({ priceClasses }: SeatModel, shown: Shown): Cents | undefined {
  if (shown.size === 0 || shown.size === priceClasses.length) return undefined
  const isGapless = priceClasses.every((_, at) => shown.has(at) === at < shown.size)
  return isGapless ? priceClasses[shown.size - 1]?.to : undefined
}

/** Returns by sector whether it is on sale at a shown price. */
export function sectorsShown({ sectors }: SeatModel, shown: Shown): boolean[] {
  return sectors.map(({ isAvailable, priceClass }) => isAvailable && (shown.size === 0 || shown.has(priceClass)))
}

/** Counts the free seats and the free standing tickets of some sectors. */
export function freeIn({ model, free, freeInSector }: SeatAvailability, sectors: readonly boolean[]) {
  const left = { seats: 0, standing: 0 }
  for (const sector of model.sectors) {
    if (!sectors[sector.index]) continue
    const standing = standingPlacesOf(model, sector).reduce((sum, place) => sum + (free[place] ?? 0), 0)
    left.standing += standing
    left.seats += (freeInSector[sector.index] ?? 0) - standing
  }
  return left
}
