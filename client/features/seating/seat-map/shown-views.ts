import { boundsOf, centreOf, type Box, type Point } from '../box.ts'
import { boxAt, type SeatModel } from '../seat-model.ts'
import { detailLevels } from './draw/detail-levels.ts'
import { viewOfBox, type Limits, type Size, type View } from './view.ts'

/** The margin around the whole plan in css pixels. */
const PLAN_MARGIN = 20

/** The margin around shown places in css pixels. */
const PLACES_MARGIN = 72

/** Returns the middle of each place, in plan units. */
export function centresOf(model: SeatModel, places: readonly number[]): Point[] {
  return places.map((place) => centreOf(boxAt(model, place)))
}

/** Returns the view of places, not closer than is comfortable. */
export function viewOfPlaces(model: SeatModel, places: readonly number[], size: Size): View {
  const box = boundsOf(places.map((place) => boxAt(model, place)))
  return viewOfBox(box, size, { margin: PLACES_MARGIN, nearest: detailLevels.comfortable / model.pitch })
}

/** Returns the view of the whole plan. */
export function viewOfPlan(bounds: Box, size: Size): View {
  return viewOfBox(bounds, size, { margin: PLAN_MARGIN, nearest: Infinity })
}

/** Returns the limits of a map of this size. `bounds`: the whole plan. */
export function limitsOf({ pitch }: SeatModel, bounds: Box, size: Size): Omit<Limits, 'middle'> {
  const nearest = detailLevels.closest / pitch
  const farthest = Math.min(viewOfPlan(bounds, size).k, nearest)
  return { size, plan: bounds, farthest, nearest, margin: PLAN_MARGIN / farthest }
}
