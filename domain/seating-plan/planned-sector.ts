import type { DrawnPlace } from './drawn-places.ts'
import { type Box, boundingBoxOf, expanded, inPercent, oppositeCornersOf, pointInPercent } from './box.ts'
import type { Point } from './row-line.ts'
import { isBox } from './sector-outline.ts'

/** A place with its box in percent of the sector's box. */
export type PlannedPlace = Omit<DrawnPlace, 'box'> & Box

/** A sector with its box in percent of the plan, and corner points x, y, x, y, … in percent of that box. */
export type PlannedSector = Box & {
  name: string
  isAvailable: boolean
  pricePercent: number
  /** Null when the outline is the box. */
  outline: number[] | null
  places: PlannedPlace[]
}

/** A sector in the unit of the drawing. */
type DrawnSector = Pick<PlannedSector, 'name' | 'isAvailable' | 'pricePercent'> & {
  drawnPlaces: readonly DrawnPlace[]
  outline: readonly Point[] | undefined
}

/** Converts a sector to percent of a plan. Without an outline, its box leaves half a pitch around the places. */
export function plannedSector(
  { name, isAvailable, pricePercent, drawnPlaces, outline }: DrawnSector,
  plan: { width: number; height: number; pitch: number },
): PlannedSector {
  const bounds = outline
    ? boundingBoxOf(outline)
    : expanded(boundingBoxOf(drawnPlaces.flatMap(({ box }) => oppositeCornersOf(box))), plan.pitch / 2)
  const box = inPercent(bounds, { x: 0, y: 0, width: plan.width, height: plan.height })
  // Rounded like the box, so that places lie exactly within it.
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
    outline: outline && !isBox(outline, bounds) ? outline.flatMap((point) => pointInPercent(point, drawnBox)) : null,
    places: drawnPlaces.map(({ box: placeBox, ...place }) => ({ ...place, ...inPercent(placeBox, drawnBox) })),
  }
}
