import type { Box } from '#client/features/seating/box.ts'
import { boxAround } from './label-layout.ts'
import type { Size } from '../view.ts'

/** The distance between a box and its name in css pixels. */
const GAP = 2

/** The possible sides of a box for its name, the best first, as [right, down]. */
const SIDES = [
  [0, -1],
  [0, 1],
  [1, 0],
  [-1, 0],
] as const

/** A position for a name. No other seat may be in `keepClear`, or the name could be read as belonging to it. */
export type NameSpot = { readonly box: Box; readonly keepClear: Box }

/** Returns the positions for a name of this size beside a box on the map, the best first. */
export function spotsBeside({ x, y, width, height }: Box, name: Size): NameSpot[] {
  const clearance = name.height
  return SIDES.map(([right, down]) => {
    const { width: across, height: deep } = boxAround({ x: 0, y: 0 }, name)
    const centre = {
      x: x + width / 2 + right * ((width + across) / 2 + GAP),
      y: y + height / 2 + down * ((height + deep) / 2 + GAP),
    }
    const box = boxAround(centre, name)
    const keepClear = {
      x: box.x + Math.min(0, right) * clearance,
      y: box.y + Math.min(0, down) * clearance,
      width: box.width + Math.abs(right) * clearance,
      height: box.height + Math.abs(down) * clearance,
    }
    return { box, keepClear }
  })
}
