import { overlaps, widened, type Box } from '#client/features/seating/box.ts'
import type { SeatModel } from '#client/features/seating/seat-model.ts'
import { touches } from './polygon.ts'

/** The largest share of the plan's width and height that a stage may take. */
const MAX_SHARE = 0.55

/**
 * Returns the largest box of this shape (width divided by height) around the focal point that overlaps no sector;
 * undefined if there is no room for one.
 */
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
    (MAX_SHARE * height) / 2,
    (MAX_SHARE * width) / (2 * shape),
  )
  if (isFree(boxOf(high))) low = high
  for (let step = 0; step < 12; step++) {
    const middle = (low + high) / 2
    if (isFree(boxOf(middle))) low = middle
    else high = middle
  }
  return low > pitch / 2 ? boxOf(low) : undefined
}
