import { centreOf, type Box, type Point } from '../box.ts'

/** A position and scale of the plan: a point of the plan lies at `k * point + (x, y)` css pixels. */
export type View = { readonly k: number; readonly x: number; readonly y: number }

export type Size = { readonly width: number; readonly height: number }

/** The limits of panning and zooming a map of this size. `nearest` and `farthest` are scales. */
export type Limits = {
  readonly size: Size
  readonly plan: Box
  readonly nearest: number
  readonly farthest: number
  /** The distance in plan units by which the plan can be moved beyond the edge of the map. */
  readonly margin: number
  /** The point of the map around which a smaller plan is centred, as far as it has room there. */
  readonly middle: Point
}

/** Converts a point of the map to a point of the plan. */
export function planPoint({ k, x, y }: View, at: Point): Point {
  return { x: (at.x - x) / k, y: (at.y - y) / k }
}

/** Converts a point of the plan to a point of the map. */
export function mapPoint({ k, x, y }: View, at: Point): Point {
  return { x: at.x * k + x, y: at.y * k + y }
}

/** Returns the part of the plan that a map of this size shows. */
export function visiblePart({ k, x, y }: View, { width, height }: Size): Box {
  return { x: -x / k, y: -y / k, width: width / k, height: height / k }
}

/** Returns the view at scale `k` that shows a point of the plan at a point of the map. */
export function viewOfPoint(point: Point, at: Point, k: number): View {
  return { k, x: at.x - point.x * k, y: at.y - point.y * k }
}

/** Returns the view at scale `k` that shows a point of the plan in the middle. */
export function viewAround(centre: Point, k: number, size: Size): View {
  return viewOfPoint(centre, middleOf(size), k)
}

/** The additional margin in css pixels of a plan that is not shown whole, for the letters beyond its first seats. */
const ROOM_FOR_LETTERS = 40

/** Moves a view so that the map shows only the plan and its margin. Centres the plan if it is smaller than the map. */
export function viewWithin(limits: Limits, view: View): View {
  const { size, plan, middle, farthest } = limits
  const room = ROOM_FOR_LETTERS * Math.min(1, 2 * Math.max(0, view.k / farthest - 1))
  const margin = limits.margin + room / view.k
  const visible = visiblePart(view, size)
  const [across, down] = [middle.x / view.k, middle.y / view.k]
  const dx = shiftWithin([visible.x, visible.width, across], plan.x - margin, plan.width + 2 * margin)
  const dy = shiftWithin([visible.y, visible.height, down], plan.y - margin, plan.height + 2 * margin)
  return { k: view.k, x: view.x + dx * view.k, y: view.y + dy * view.k }
}

/** The start, the length and the middle, measured from the start, of the range that the map shows. */
type VisibleRange = readonly [start: number, length: number, middle: number]

/** Returns the shift of a visible range that keeps it within a longer range, or centres it on a shorter one. */
function shiftWithin([visibleStart, visibleLength, middle]: VisibleRange, start: number, length: number): number {
  const [before, after] = [visibleStart - start, visibleStart + visibleLength - start - length]
  if (after <= before) return Math.min(0, before) || Math.max(0, after)
  return Math.min(after, Math.max(before, visibleStart + middle - start - length / 2))
}

/** Returns the middle of a map of this size. */
export function middleOf({ width, height }: Size): Point {
  return { x: width / 2, y: height / 2 }
}

/** Returns the largest scale at which a box fits, with a margin in css pixels. */
export function scaleToFit(box: Size, { width, height }: Size, margin: number): number {
  return Math.max(1e-6, Math.min((width - 2 * margin) / box.width, (height - 2 * margin) / box.height))
}

/** Returns the view with a box in the middle, with a margin in css pixels, at most at the scale `nearest`. */
export function viewOfBox(box: Box, size: Size, { margin, nearest }: { margin: number; nearest: number }): View {
  return viewAround(centreOf(box), Math.min(scaleToFit(box, size, margin), nearest), size)
}

/** Interpolates between two views with evenly growing scale, around the one point that does not move. */
export function viewBetween(from: View, to: View, share: number): View {
  const k = from.k * (to.k / from.k) ** share
  const moved = Math.abs(to.k - from.k) < 1e-9 ? share : (k - from.k) / (to.k - from.k)
  return { k, x: from.x + (to.x - from.x) * moved, y: from.y + (to.y - from.y) * moved }
}
