import type { DrawnPlace } from './drawn-places.ts'
import { type Box, boundsOf, cornersOfBox, inPercent, pointInPercent, widened } from './box.ts'
import type { Point } from './row-line.ts'
import { isItsOwnBox } from './sector-outline.ts'

/** A place with its box in percent of the sector's box. */
export type PlannedPlace = Omit<DrawnPlace, 'box'> & Box

/** A sector with its box in percent of the plan, and corner points x, y, x, y, … in percent of that box. */
export type PlannedSector = Box & {
  name: string
  isAvailable: boolean
  pricePercent: number
  outline: number[] | null
  places: PlannedPlace[]
}

/** A sector whose places and corners are still in the unit of the plan. */
type LaidSector = Pick<PlannedSector, 'name' | 'isAvailable' | 'pricePercent'> & {
  placed: readonly DrawnPlace[]
  outline: readonly Point[] | undefined
}

/** A sector of a plan of this size, without an outline boxed half a seat around its places. */
export function plannedSector(
  sector: LaidSector,
  plan: { width: number; height: number; pitch: number },
): PlannedSector {
  const { name, isAvailable, pricePercent, placed, outline } = sector
  const margin = plan.pitch / 2
  const bounds = outline ? boundsOf(outline) : widened(boundsOf(placed.flatMap(({ box }) => cornersOfBox(box))), margin)
  const box = inPercent(bounds, { x: 0, y: 0, width: plan.width, height: plan.height })
  const drawnBox = {
    x: (box.x * plan.width) / 100,
    y: (box.y * plan.height) / 100,
    width: (box.width * plan.width) / 100,
    height: (box.height * plan.height) / 100,
  }
  return {
    name,
    isAvailable,
    pricePercent,
    ...box,
    outline:
      outline && !isItsOwnBox(outline, bounds) ? outline.flatMap((point) => pointInPercent(point, drawnBox)) : null,
    places: placed.map(({ box: placeBox, ...place }) => ({ ...place, ...inPercent(placeBox, drawnBox) })),
  }
}
