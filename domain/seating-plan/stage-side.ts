import { type Box, boundsOf, cornersOfBox, middleOf } from './box.ts'
import type { Point } from './row-line.ts'

export const SIDES = ['top', 'bottom', 'left', 'right'] as const
export type Side = (typeof SIDES)[number]

/** Where the audience looks: at the middle of a side, or at a point in percent of the drawing. */
export type Focus = Side | { readonly x: number; readonly y: number }

/** A stage is so many distances of seats deep, or this share of the house's depth. */
const STAGE = 6
const STAGE_SHARE = 0.15

/** Strips behind everything else, for room to stand of which a file does not say where it is. */
export class Behind {
  floor: Box
  readonly #side: Side
  readonly #pitch: number

  constructor(floor: Box, side: Side, pitch: number) {
    this.floor = floor
    this.#side = side
    this.#pitch = pitch
  }

  next(): Box {
    const { x, y, width, height } = this.floor
    const gap = 2 * this.#pitch
    const across = this.#side === 'top' || this.#side === 'bottom' ? width : height
    const depth = Math.max(3 * this.#pitch, across / 8)
    const strip = {
      top: { x, y: y + height + gap, width, height: depth },
      bottom: { x, y: y - gap - depth, width, height: depth },
      left: { x: x + width + gap, y, width: depth, height },
      right: { x: x - gap - depth, y, width: depth, height },
    }[this.#side]
    this.floor = boundsOf([...cornersOfBox(this.floor), ...cornersOfBox(strip)])
    return strip
  }
}

/** The side of a box towards which a point lies from its middle; of the middle itself the top. */
export function sideTowards([px, py]: Point, { x, y, width, height }: Box): Side {
  const across = (px - x - width / 2) * height
  const down = (py - y - height / 2) * width
  if (Math.abs(across) > Math.abs(down)) return across < 0 ? 'left' : 'right'
  return down > 0 ? 'bottom' : 'top'
}

/** The plan, with room for a stage at the side that is looked to, and the point the audience looks at. */
export function withStage(floor: Box, stage: Box | Focus, pitch: number): { plan: Box; eyes: Point } {
  const { x, y, width, height } = floor
  if (typeof stage !== 'string') {
    if ('width' in stage) return { plan: floor, eyes: middleOf(stage) }
    return { plan: floor, eyes: [x + (stage.x / 100) * width, y + (stage.y / 100) * height] }
  }
  const isUpright = stage === 'top' || stage === 'bottom'
  const room = Math.max(STAGE * pitch, (isUpright ? height : width) * STAGE_SHARE)
  const middle = middleOf(floor)
  if (isUpright) {
    const top = stage === 'top' ? y - room : y
    return {
      plan: { x, y: top, width, height: height + room },
      eyes: [middle[0], stage === 'top' ? y - room / 2 : y + height + room / 2],
    }
  }
  const left = stage === 'left' ? x - room : x
  return {
    plan: { x: left, y, width: width + room, height },
    eyes: [stage === 'left' ? x - room / 2 : x + width + room / 2, middle[1]],
  }
}
