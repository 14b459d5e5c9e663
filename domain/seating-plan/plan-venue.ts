import {
  type BoxesDrawing,
  type DrawnPlace,
  type RowsDrawing,
  seatsInBoxes,
  seatsInRows,
  type StandingDrawing,
  standingPlace,
} from './drawn-places.ts'
import { rounded } from './box.ts'
import { type PlannedSector, plannedSector } from './planned-sector.ts'
import type { Point } from './row-line.ts'
import { outlineOf } from './sector-outline.ts'

export type SectorDrawing = {
  name: string
  pricePercent: number
  isAvailable?: boolean | undefined
  rows?: readonly RowsDrawing[] | undefined
  boxes?: readonly BoxesDrawing[] | undefined
  standing?: readonly StandingDrawing[] | undefined
  outline?: readonly Point[] | undefined
}

/** A venue drawn by hand in the shop's own format: everything in metres from the top left corner of the drawing. */
export type PlanDrawing = {
  name: string
  width: number
  height: number
  focus: Point
  pitch: number
  aisleWidth: number
  sectors: readonly SectorDrawing[]
}

/** A venue ready to be stored. `aspect` is width divided by height; `focalPoint` is in percent of the plan. */
export type PlannedVenue = {
  name: string
  aspect: number
  focalPoint: { x: number; y: number }
  sectors: PlannedSector[]
}

/**
 * Plans every sector and place of a drawn venue, in the order of the drawing: rows from first to last, seats from start
 * to end. Throws a RangeError that names the sector when a drawing contradicts itself.
 */
export function planVenue(plan: PlanDrawing): PlannedVenue {
  const aspect = rounded(plan.width / plan.height)
  if (aspect === 0 || aspect > MOST_ASPECT) throw new RangeError(`${plan.name}: width and height are too different`)
  return {
    name: plan.name,
    aspect,
    focalPoint: { x: rounded((plan.focus[0] / plan.width) * 100), y: rounded((plan.focus[1] / plan.height) * 100) },
    sectors: plan.sectors.map((sector) => {
      try {
        return planSector(sector, plan)
      } catch (error) {
        throw new RangeError(`${plan.name}, ${sector.name}: ${error instanceof Error ? error.message : error}`, {
          cause: error,
        })
      }
    }),
  }
}

/** Counts the seats and the standing capacity of a planned venue. Closed sectors do not count. */
export function capacityOf(venue: PlannedVenue): { seats: number; standing: number } {
  const places = venue.sectors.filter((sector) => sector.isAvailable).flatMap((sector) => sector.places)
  const standing = places.filter((place) => place.placeType === 'STANDING')
  return {
    seats: places.length - standing.length,
    standing: standing.reduce((sum, place) => sum + place.capacity, 0),
  }
}

function planSector(sector: SectorDrawing, plan: PlanDrawing): PlannedSector {
  const drawnPlaces = [
    ...(sector.rows ?? []).flatMap((rows) => seatsInRows(rows, plan)),
    ...(sector.boxes ?? []).flatMap((boxes) => seatsInBoxes(boxes, plan)),
    ...(sector.standing ?? []).map(standingPlace),
  ]
  if (drawnPlaces.length === 0) throw new RangeError('holds no places')
  rejectDuplicates(drawnPlaces)

  const planned = plannedSector(
    {
      name: sector.name,
      isAvailable: sector.isAvailable ?? true,
      pricePercent: sector.pricePercent,
      drawnPlaces,
      outline: sector.outline ?? outlineOf(sector, plan.pitch),
    },
    plan,
  )
  rejectUndrawable(planned)
  return planned
}

/** The widest plan that can be seen. The highest one has an aspect that is not rounded to nothing. */
const MOST_ASPECT = 1_000

/** More than any plan needs, in percent, and less than the database stores. */
const MOST_PERCENT = 1e9

/** Rejects corners on one line, and places of a plan that is all but a point. */
function rejectUndrawable({ outline, places, ...box }: PlannedSector): void {
  const isDrawable = (value: unknown) =>
    typeof value !== 'number' || (Number.isFinite(value) && Math.abs(value) < MOST_PERCENT)
  if (outline && !outline.every(isDrawable)) throw new RangeError('its corners lie on one line')
  const isAllDrawable = [box, ...places].every((drawn) => Object.values(drawn).every(isDrawable))
  if (!isAllDrawable) throw new RangeError('its places cannot be drawn on a plan of this size')
}

function rejectDuplicates(drawnPlaces: readonly DrawnPlace[]): void {
  const seen = new Set<string>()
  for (const { rowName, seatNumber } of drawnPlaces) {
    const name = `${rowName} ${seatNumber}`
    if (seen.has(name)) throw new RangeError(`has two places called row '${rowName}' seat ${seatNumber}`)
    seen.add(name)
  }
}
