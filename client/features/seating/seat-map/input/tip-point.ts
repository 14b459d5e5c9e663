import type { Box, Point } from '../../box.ts'
import type { SeatModel } from '../../seat-model.ts'

/** Returns the point of the plan above which the tooltip of a place stands, or that of its sector. */
export function tipPoint(model: SeatModel, { box }: { readonly box: Box }, place: number | undefined): Point {
  if (place === undefined) return { x: box.x + box.width / 2, y: box.y }
  return { x: model.x[place] ?? 0, y: (model.y[place] ?? 0) - (model.heights[place] ?? 0) / 2 }
}
