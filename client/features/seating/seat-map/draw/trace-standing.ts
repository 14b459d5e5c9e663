import type { Point } from '#client/features/seating/box.ts'
import { boxAt, type SeatModel } from '#client/features/seating/seat-model.ts'
import { tracePath } from './polygon.ts'

/** The corner radius of a box in css pixels. */
const CORNER_RADIUS = 8

/** A point of the plan lies at `scale * point + (x, y)` pixels. `density` is in pixels per css pixel. */
type Placement = Point & { readonly scale: number; readonly density: number }

/** Begins a path along the outline of a standing place. */
export function traceStanding(
  ctx: CanvasRenderingContext2D,
  model: SeatModel,
  index: number,
  placement: Placement,
): void {
  const area = model.standingAreas.get(index)
  if (area) return tracePath(ctx, area.outline, placement)
  const { scale, x, y, density } = placement
  const box = boxAt(model, index)
  ctx.beginPath()
  ctx.roundRect(box.x * scale + x, box.y * scale + y, box.width * scale, box.height * scale, CORNER_RADIUS * density)
}
