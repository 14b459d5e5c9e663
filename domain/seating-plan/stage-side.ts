import { type Box, boundingBoxOf, centreOf, oppositeCornersOf } from './box.ts'
import type { Point } from './row-line.ts'

export const SIDES = ['top', 'bottom', 'left', 'right'] as const
export type Side = (typeof SIDES)[number]

/** The focal point as requested: the middle of a side, or a point in percent of the drawing. */
export type Focus = Side | { readonly x: number; readonly y: number }

/** Depth of a stage that the file does not draw, in seat pitches. */
const STAGE_DEPTH_PITCHES = 6

/** Minimum depth of such a stage, as a share of the venue's depth. */
const MIN_STAGE_DEPTH_SHARE = 0.15

/** Allocates strips behind all other places, away from the stage, for standing areas without a position. */
export class StripAllocator {
  /** The bounding box of everything allocated so far. */
  bounds: Box
  readonly #side: Side
  readonly #pitch: number

  /** `side` is the side of the stage. */
  constructor(bounds: Box, side: Side, pitch: number) {
    this.bounds = bounds
    this.#side = side
    this.#pitch = pitch
  }

  next(): Box {
    const { x, y, width, height } = this.bounds
    const gap = 2 * this.#pitch
    const across = this.#side === 'top' || this.#side === 'bottom' ? width : height
    const depth = Math.max(3 * this.#pitch, across / 8)
    const strip = {
      top: { x, y: y + height + gap, width, height: depth },
      bottom: { x, y: y - gap - depth, width, height: depth },
      left: { x: x + width + gap, y, width: depth, height },
      right: { x: x - gap - depth, y, width: depth, height },
    }[this.#side]
    this.bounds = boundingBoxOf([...oppositeCornersOf(this.bounds), ...oppositeCornersOf(strip)])
    return strip
  }
}

/** Returns the side of a box in whose direction a point lies from its centre; `top` for the centre itself. */
export function sideTowards([px, py]: Point, { x, y, width, height }: Box): Side {
  const across = (px - x - width / 2) * height
  const down = (py - y - height / 2) * width
  if (Math.abs(across) > Math.abs(down)) return across < 0 ? 'left' : 'right'
  return down > 0 ? 'bottom' : 'top'
}

/**
 * Determines the box of the plan and its focal point. A stage given only as a side gets room at that side; a drawn
 * stage and a given point need none.
 */
export function makeRoomForStage(bounds: Box, stage: Box | Focus, pitch: number): { plan: Box; focalPoint: Point } {
  const { x, y, width, height } = bounds
  if (typeof stage !== 'string') {
    if ('width' in stage) return { plan: bounds, focalPoint: centreOf(stage) }
    return { plan: bounds, focalPoint: [x + (stage.x / 100) * width, y + (stage.y / 100) * height] }
  }
  const isVertical = stage === 'top' || stage === 'bottom'
  const depth = Math.max(STAGE_DEPTH_PITCHES * pitch, (isVertical ? height : width) * MIN_STAGE_DEPTH_SHARE)
  const [centreX, centreY] = centreOf(bounds)
  if (isVertical) {
    return {
      plan: { x, y: stage === 'top' ? y - depth : y, width, height: height + depth },
      focalPoint: [centreX, stage === 'top' ? y - depth / 2 : y + height + depth / 2],
    }
  }
  return {
    plan: { x: stage === 'left' ? x - depth : x, y, width: width + depth, height },
    focalPoint: [stage === 'left' ? x - depth / 2 : x + width + depth / 2, centreY],
  }
}
