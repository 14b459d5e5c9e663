import type { Scene } from '../draw/draw-target.ts'
import type { Size } from '../view.ts'
import type { ViewControl } from './view-control.ts'

/** Whether the zoom is at one of its limits, and whether the candidate is in the lower half of the map. */
export type ViewLimits = Readonly<Record<'isNearest' | 'isFarthest' | 'isCandidateLow', boolean>>

/** The limits of the first view, which shows the whole plan. */
export const initialViewLimits: ViewLimits = { isNearest: false, isFarthest: true, isCandidateLow: false }

/** Describes the view of a map of this size. `candidate`: the place that is offered, if there is one. */
export function viewLimitsOf(
  { isNearest, isFarthest, view }: ViewControl,
  candidate: number | undefined,
  { model }: Scene,
  { height }: Size,
): ViewLimits {
  const isCandidateLow = candidate !== undefined && (model.y[candidate] ?? 0) * view.k + view.y > height / 2
  return { isNearest, isFarthest, isCandidateLow }
}
