import type { Point } from './row-line.ts'

export type Box = { x: number; y: number; width: number; height: number }

/** The smallest box around points. */
export function boundsOf(points: readonly Point[]): Box {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const [x, y] of points) {
    left = Math.min(left, x)
    top = Math.min(top, y)
    right = Math.max(right, x)
    bottom = Math.max(bottom, y)
  }
  return { x: left, y: top, width: right - left, height: bottom - top }
}

/** Two opposite corners. */
export function cornersOfBox({ x, y, width, height }: Box): Point[] {
  return [
    [x, y],
    [x + width, y + height],
  ]
}

export function middleOf({ x, y, width, height }: Box): Point {
  return [x + width / 2, y + height / 2]
}

/** The box with so much more room on every side. */
export function widened({ x, y, width, height }: Box, margin: number): Box {
  return { x: x - margin, y: y - margin, width: width + 2 * margin, height: height + 2 * margin }
}

/** The box as percent of another one. */
export function inPercent(box: Box, whole: Box): Box {
  return {
    x: rounded(((box.x - whole.x) / whole.width) * 100),
    y: rounded(((box.y - whole.y) / whole.height) * 100),
    width: rounded((box.width / whole.width) * 100),
    height: rounded((box.height / whole.height) * 100),
  }
}

/** The point as percent of a box. */
export function pointInPercent([px, py]: Point, { x, y, width, height }: Box): [number, number] {
  return [rounded(((px - x) / width) * 100), rounded(((py - y) / height) * 100)]
}

/** To a thousandth: of a percent, that is a millimetre in a sector of a hundred metres. */
export function rounded(value: number): number {
  return Math.round(value * 1000) / 1000
}
