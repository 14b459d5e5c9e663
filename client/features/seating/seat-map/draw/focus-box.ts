import { overlaps, widened, type Box } from '#client/features/seating/box.ts'
import type { SeatModel } from '#client/features/seating/seat-model.ts'
import { touches } from './polygon.ts'

/** The most of the plan's width and height that a stage is drawn over. */
const LARGEST = 0.55

/** The largest box of this shape (width by height) around the point all eyes are on that no sector stands in. */
export function focusBox(model: SeatModel, shape: number): Box | undefined {
  const { focus, width, height, pitch, sectors } = model
  const boxOf = (halfHeight: number): Box => ({
    x: focus.x - halfHeight * shape,
    y: focus.y - halfHeight,
    width: 2 * halfHeight * shape,
    height: 2 * halfHeight,
  })
  const isFree = (box: Box) => {
    const wide = widened(box, pitch / 2)
    return !sectors.some((sector) => overlaps(sector.box, wide) && touches(sector.outline, wide))
  }
  let low = 0
  let high = Math.min(
    focus.y,
    height - focus.y,
    focus.x / shape,
    (width - focus.x) / shape,
    (LARGEST * height) / 2,
    (LARGEST * width) / (2 * shape),
  )
  if (isFree(boxOf(high))) low = high
  for (let step = 0; step < 12; step++) {
    const middle = (low + high) / 2
    if (isFree(boxOf(middle))) low = middle
    else high = middle
  }
  return low > pitch / 2 ? boxOf(low) : undefined
}
