import type { Cents } from '#domain/money.ts'
import type { SeatAvailability } from '../seat-availability.ts'
import { standingPlacesOf, type SeatModel } from '../seat-model.ts'

/** Price classes that are shown; none: all of them. */
type Shown = ReadonlySet<number>

/** The price classes in which nothing costs more; none, for all of them, without a limit. */
export function classesUpTo({ priceClasses }: SeatModel, limit: Cents | undefined): Shown {
  if (limit === undefined) return new Set()
  return new Set(priceClasses.flatMap(({ to }, at) => (to <= limit ? [at] : [])))
}

/** The limit that shows just these; undefined where all are shown, or one is that is dearer than one that is not. */
export function highestOf({ priceClasses }: SeatModel, shown: Shown): Cents | undefined {
  if (shown.size === 0 || shown.size === priceClasses.length) return undefined
  const isGapless = priceClasses.every((_, at) => shown.has(at) === at < shown.size)
  return isGapless ? priceClasses[shown.size - 1]?.to : undefined
}

/** By sector: whether it is on sale at a price that is shown. */
export function sectorsShown({ sectors }: SeatModel, shown: Shown): boolean[] {
  return sectors.map(({ isAvailable, priceClass }) => isAvailable && (shown.size === 0 || shown.has(priceClass)))
}

/** How many seats, and how much room to stand, are free in some sectors. */
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
