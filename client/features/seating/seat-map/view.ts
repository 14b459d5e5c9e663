import type { Box, Point } from '../box.ts'

/** What part of the plan is seen: a point of the plan lies at `k * point + (x, y)` css pixels. */
export type View = { readonly k: number; readonly x: number; readonly y: number }

export type Size = { readonly width: number; readonly height: number }

/** How far a map of this size can be moved and scaled. */
export type Limits = {
  readonly size: Size
  readonly plan: Box
  readonly nearest: number
  readonly farthest: number
  /** The plan can be moved so many plan units beyond the edge of the map. */
  readonly margin: number
}

/** How large the map is on the page, and the part of it that its buttons stand over. */
export type Frame = { readonly size: Size; readonly buttons: Box }

/** The point of the plan under a point of the map. */
export function planPoint({ k, x, y }: View, at: Point): Point {
  return { x: (at.x - x) / k, y: (at.y - y) / k }
}

/** Where a point of the plan is seen. */
export function mapPoint({ k, x, y }: View, at: Point): Point {
  return { x: at.x * k + x, y: at.y * k + y }
}

/** The part of the plan that a map of this size shows. */
export function visiblePart({ k, x, y }: View, { width, height }: Size): Box {
  return { x: -x / k, y: -y / k, width: width / k, height: height / k }
}

/** The view at scale `k` that shows a point of the plan at a point of the map. */
export function viewOfPoint(point: Point, at: Point, k: number): View {
  return { k, x: at.x - point.x * k, y: at.y - point.y * k }
}

/** The view at scale `k` that shows a point of the plan in the middle. */
export function viewAround(centre: Point, k: number, { width, height }: Size): View {
  return viewOfPoint(centre, { x: width / 2, y: height / 2 }, k)
}

/** Moves a view to where the map shows only the plan and its margin, or has them in its middle if they are smaller. */
export function viewWithin({ size, plan, margin }: Limits, view: View): View {
  const seen = visiblePart(view, size)
  const dx = shiftWithin(seen.x, seen.width, plan.x - margin, plan.width + 2 * margin)
  const dy = shiftWithin(seen.y, seen.height, plan.y - margin, plan.height + 2 * margin)
  return { k: view.k, x: view.x + dx * view.k, y: view.y + dy * view.k }
}

/** How far something shown from `start` on must move so that a part of this length shows nothing else. */
function shiftWithin(seenStart: number, seenLength: number, start: number, length: number): number {
  const [before, after] = [seenStart - start, seenStart + seenLength - start - length]
  return after > before ? (before + after) / 2 : Math.min(0, before) || Math.max(0, after)
}

/** The largest scale at which a box fits, with a margin of so many css pixels. */
export function scaleToFit(box: Size, { width, height }: Size, margin: number): number {
  return Math.max(1e-6, Math.min((width - 2 * margin) / box.width, (height - 2 * margin) / box.height))
}

/** A share of the way from one view to another, around the one point that stands still on it. */
export function viewBetween(from: View, to: View, share: number): View {
  const k = from.k * (to.k / from.k) ** share
  const moved = Math.abs(to.k - from.k) < 1e-9 ? share : (k - from.k) / (to.k - from.k)
  return { k, x: from.x + (to.x - from.x) * moved, y: from.y + (to.y - from.y) * moved }
}
