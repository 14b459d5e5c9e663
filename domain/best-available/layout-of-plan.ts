import type { PlaceKind, PlaceType } from '../tickets/places.ts'
import type { SeatLayout } from './seat-layout.ts'

type Box = { readonly x: number; readonly y: number; readonly width: number; readonly height: number }

type Row = { readonly placeType: PlaceType; readonly first: number; readonly end: number }

/**
 * A seating plan in columns, its places in the order of sectors and rows. `x` and `y` are the centres of the places in
 * percent of their sector; the boxes of the sectors are in percent of the plan.
 */
export type PlanOfRows = {
  readonly aspect: number
  readonly focalPoint: { readonly x: number; readonly y: number }
  readonly x: ArrayLike<number>
  readonly y: ArrayLike<number>
  readonly kinds?: ReadonlyMap<number, PlaceKind>
  readonly sectors: readonly (Box & { readonly rows: readonly Row[] })[]
}

/** Converts a plan to a layout. Lengths of the layout are in percent of the plan's height. */
export function layoutOfPlan({ aspect, focalPoint, sectors, kinds, ...places }: PlanOfRows): SeatLayout {
  const x = new Float64Array(places.x.length)
  const y = new Float64Array(places.y.length)
  let next = 0
  const layoutSectors = sectors.map((sector) => {
    const first = next
    next = sector.rows.at(-1)?.end ?? first
    for (let place = first; place < next; place++) {
      x[place] = (sector.x + ((places.x[place] ?? 0) / 100) * sector.width) * aspect
      y[place] = sector.y + ((places.y[place] ?? 0) / 100) * sector.height
    }
    const rows = sector.rows.filter(({ placeType }) => placeType === 'SITTING')
    return { first, end: next, rows: rows.map((row) => ({ first: row.first, end: row.end })) }
  })
  return { x, y, focus: { x: focalPoint.x * aspect, y: focalPoint.y }, sectors: layoutSectors, ...(kinds && { kinds }) }
}
