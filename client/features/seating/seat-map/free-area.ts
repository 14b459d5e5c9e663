import { boundsOf, centreOf, type Box } from '../box.ts'
import type { SeatModel } from '../seat-model.ts'
import { scaleToFit, viewAround, type Frame, type Size, type View } from './view.ts'

/** The size of the map without its buttons, which take space at the right or at the top. */
type FreeArea = { readonly right: number; readonly top: number; readonly size: Size }

/** Returns the frame of a map of this size with the current position of its buttons. */
export function frameOf({ width, height }: Size, buttons: HTMLElement): Frame {
  const { offsetLeft: x, offsetTop: y, offsetWidth, offsetHeight } = buttons
  return { size: { width, height }, buttons: { x, y, width: offsetWidth, height: offsetHeight } }
}

/** Returns the area of the map below a row of buttons, or beside a column of them. */
function freeAreaOf({ size, buttons }: Frame): FreeArea {
  const isRow = buttons.width > buttons.height
  const [right, top] = isRow ? [0, buttons.y + buttons.height] : [size.width - buttons.x, 0]
  return { right, top, size: { width: size.width - right, height: size.height - top } }
}

/** Returns a view of a box beside the buttons, with a margin in css pixels, at most at the scale `nearest`. */
export function viewBesideButtons(
  frame: Frame,
  box: Box,
  { margin, nearest }: { margin: number; nearest: number },
): View {
  const { top, size } = freeAreaOf(frame)
  const view = viewAround(centreOf(box), Math.min(scaleToFit(box, size, margin), nearest), size)
  return { ...view, y: view.y + top }
}

/** Returns the plan's box, extended at the top or right by the space that the buttons take at the lowest zoom. */
export function pannableBox(frame: Frame, plan: Box, farthest: number): Box {
  const { right, top } = freeAreaOf(frame)
  const above = top / farthest
  return { x: plan.x, y: plan.y - above, width: plan.width + right / farthest, height: plan.height + above }
}

/** Returns the bounds of the plan's sectors and stage, without the empty space around them. */
export function boundsOfPlan({ sectors, width, height }: SeatModel, focus: Box | undefined): Box {
  const boxes = sectors.map(({ box }) => box)
  if (boxes.length === 0) return { x: 0, y: 0, width, height }
  return boundsOf(focus ? [...boxes, focus] : boxes)
}
