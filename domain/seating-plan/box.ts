import type { Point } from './row-line.ts'

/** A rectangle; `x` and `y` are its top left corner. */
export type Box = { x: number; y: number; width: number; height: number }

/** Computes the smallest box around points. */
export function boundingBoxOf(points: readonly Point[]): Box {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const [x, y] of points) {
    left = Math.min(left, x)
    top = Math.min(top, y)
    right = Math.max(right, x)
    bottom = Math.max(bottom, y)
  }
  return { x: left, y: top, width: right - left, height: bottom - top }
}

/** Returns the top left and the bottom right corner. */
export function oppositeCornersOf({ x, y, width, height }: Box): Point[] {
  return [
    [x, y],
    [x + width, y + height],
  ]
}

/** Returns all four corners. */
export function cornersOf({ x, y, width, height }: Box): Point[] {
  return [
    [x, y],
    [x + width, y],
    [x + width, y + height],
    [x, y + height],
  ]
}

export function centreOf({ x, y, width, height }: Box): Point {
  return [x + width / 2, y + height / 2]
}

/** Expands a box by a margin on every side. */
export function expanded({ x, y, width, height }: Box, margin: number): Box {
  return { x: x - margin, y: y - margin, width: width + 2 * margin, height: height + 2 * margin }
}

/** Converts a box to percent of another box. */
export function inPercent(box: Box, whole: Box): Box {
  return {
    x: rounded(((box.x - whole.x) / whole.width) * 100),
    y: rounded(((box.y - whole.y) / whole.height) * 100),
    width: rounded((box.width / whole.width) * 100),
    height: rounded((box.height / whole.height) * 100),
  }
}

/** Converts a point to percent of a box. */
export function pointInPercent([px, py]: Point, { x, y, width, height }: Box): [number, number] {
  return [rounded(((px - x) / width) * 100), rounded(((py - y) / height) * 100)]
}

/** Rounds to a thousandth: a thousandth of a percent is 1 mm in a sector of 100 m. */
export function rounded(value: number): number {
  return Math.round(value * 1000) / 1000
}
