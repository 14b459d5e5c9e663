import { centreOf, type Point } from '../box.ts'
import { boxAt, type SeatModel } from '../seat-model.ts'
import { mapPoint, middleOf, planPoint, viewAround, type Size, type View } from './view.ts'

/** A view on a map of this size, with the point around which a smaller plan is centred. */
export type SizedView = { readonly view: View; readonly size: Size; readonly middle: Point }

/** The distance of a place from the edge of the map, in css pixels, from which it can be seen and tapped. */
const CLEARANCE = 22

/**
 * Returns a view for a map that has another size. If something beside or below the map has taken a part of it, the plan
 * keeps its place on the screen, where fingers expect it, but moves as far as a place that was visible needs. If both
 * sides have changed, the middle of the map keeps showing the same point.
 */
export function viewAfterResize(old: SizedView, size: Size, place?: Point): Omit<SizedView, 'size'> {
  const { view, middle } = old
  const isPartTaken = size.width === old.size.width || size.height === old.size.height
  if (!isPartTaken) {
    return { view: viewAround(planPoint(view, middleOf(old.size)), view.k, size), middle: middleOf(size) }
  }
  const at = place && mapPoint(view, place)
  if (!at || !isWithin(at, old.size)) return { view, middle }
  const dx = shiftInto(at.x, size.width)
  const dy = shiftInto(at.y, size.height)
  return { view: { ...view, x: view.x + dx, y: view.y + dy }, middle }
}

/** Returns the position of the place that was chosen last. Undefined without one. */
export function lastPlaceOf(chosen: ReadonlyMap<number, number>, model: SeatModel): Point | undefined {
  const place = [...chosen.keys()].at(-1)
  return place === undefined ? undefined : centreOf(boxAt(model, place))
}

function isWithin({ x, y }: Point, { width, height }: Size): boolean {
  return x >= 0 && y >= 0 && x <= width && y <= height
}

/** Returns the shift that takes a position back from beyond the end of a length, or from the clearance before it. */
function shiftInto(position: number, length: number): number {
  return Math.min(0, Math.max(CLEARANCE, length - CLEARANCE) - position)
}
