import { boundsOf, overlaps, widened, type Box } from '#client/features/seating/box.ts'
import type { SeatModel } from '#client/features/seating/seat-model.ts'
import { touches } from './polygon.ts'

/** The stage, screen or field with its box; undefined if there is no room to draw it. */
export type Focus = { readonly name: string; readonly box: Box | undefined }

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

/** Returns the bounds of the plan's sectors and stage, without the empty space around them. */
export function boundsOfPlan({ sectors, width, height }: SeatModel, focus: Box | undefined): Box {
  const boxes = sectors.map(({ box }) => box)
  if (boxes.length === 0) return { x: 0, y: 0, width, height }
  return boundsOf(focus ? [...boxes, focus] : boxes)
}
