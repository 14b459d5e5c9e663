import type { Point } from '#client/features/seating/box.ts'
import { boxAt, type SeatModel } from '#client/features/seating/seat-model.ts'
import { tracePath } from './polygon.ts'

/** Css pixels by which the corners of a box are rounded. */
const CORNER = 8

/** A point of the plan lies at `scale * point + (x, y)` pixels, so many of them to a css pixel. */
type Placement = Point & { readonly scale: number; readonly density: number }

/** Begins a path around the ground of room to stand. */
export function traceStanding(
  ctx: CanvasRenderingContext2D,
  model: SeatModel,
  index: number,
  placement: Placement,
): void {
  const ground = model.standingGrounds.get(index)
  if (ground) return tracePath(ctx, ground.outline, placement)
  const { scale, x, y, density } = placement
  const box = boxAt(model, index)
  ctx.beginPath()
  ctx.roundRect(box.x * scale + x, box.y * scale + y, box.width * scale, box.height * scale, CORNER * density)
}
