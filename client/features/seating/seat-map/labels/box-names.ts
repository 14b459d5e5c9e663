import type { Box } from '#client/features/seating/box.ts'
import { boxAround } from './label-layout.ts'
import type { Size } from '../view.ts'

/** Css pixels between a box and its name. */
const GAP = 2

/** Where a name may stand, the best first: on which side of its box, to the right or the left and up or down. */
const SIDES = [
  [0, -1],
  [0, 1],
  [1, 0],
  [-1, 0],
] as const

/** A spot for a name, and the ground that nothing else may stand on: else the name would be taken for its. */
export type NameSpot = { readonly box: Box; readonly clear: Box }

/** Where beside a box, as it is seen on the map, a name of this size may stand, the best first. */
export function spotsBeside({ x, y, width, height }: Box, name: Size): NameSpot[] {
  const beyond = name.height
  return SIDES.map(([right, down]) => {
    const { width: across, height: deep } = boxAround({ x: 0, y: 0 }, name)
    const middle = {
      x: x + width / 2 + right * ((width + across) / 2 + GAP),
      y: y + height / 2 + down * ((height + deep) / 2 + GAP),
    }
    const box = boxAround(middle, name)
    const clear = {
      x: box.x + Math.min(0, right) * beyond,
      y: box.y + Math.min(0, down) * beyond,
      width: box.width + Math.abs(right) * beyond,
      height: box.height + Math.abs(down) * beyond,
    }
    return { box, clear }
  })
}
