import { boundsOf, centreOf, type Box } from '../box.ts'
import type { SeatModel } from '../seat-model.ts'
import { scaleToFit, viewAround, type Frame, type Size, type View } from './view.ts'

type Room = { readonly right: number; readonly top: number; readonly room: Size }

/** A map of this size, and where its buttons are now. */
export function frameOf({ width, height }: Size, buttons: HTMLElement): Frame {
  const { offsetLeft: x, offsetTop: y, offsetWidth, offsetHeight } = buttons
  return { size: { width, height }, buttons: { x, y, width: offsetWidth, height: offsetHeight } }
}

/** What is left of the map below a line of buttons, or beside a column of them. */
function besideButtons({ size, buttons }: Frame): Room {
  const isLine = buttons.width > buttons.height
  const [right, top] = isLine ? [0, buttons.y + buttons.height] : [size.width - buttons.x, 0]
  return { right, top, room: { width: size.width - right, height: size.height - top } }
}

/** The view of a box clear of the buttons, with a margin of so many css pixels, at no more than the scale `nearest`. */
export function viewInRoom(frame: Frame, box: Box, { margin, nearest }: { margin: number; nearest: number }): View {
  const { top, room } = besideButtons(frame)
  const view = viewAround(centreOf(box), Math.min(scaleToFit(box, room, margin), nearest), room)
  return { ...view, y: view.y + top }
}

/** The plan with as much paper above it or to its right as the buttons take while the whole of it is seen. */
export function paperOf(frame: Frame, plan: Box, farthest: number): Box {
  const { right, top } = besideButtons(frame)
  const above = top / farthest
  return { x: plan.x, y: plan.y - above, width: plan.width + right / farthest, height: plan.height + above }
}

/** What there is to see of a plan: its sectors and its stage, without the empty paper around them. */
export function boundsOfPlan({ sectors, width, height }: SeatModel, focus: Box | undefined): Box {
  const boxes = sectors.map(({ box }) => box)
  if (boxes.length === 0) return { x: 0, y: 0, width, height }
  return boundsOf(focus ? [...boxes, focus] : boxes)
}
