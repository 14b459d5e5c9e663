import type { Point } from './row-line.ts'

/**
 * Computes the convex hull of points: its corners in one direction around it. Drops corners that are almost straight:
 * `tolerance` is twice the area of the triangle that a corner and its neighbours must exceed.
 */
export function convexHullOf(points: readonly Point[], tolerance = 0): Point[] {
  const sorted = points.toSorted(([ax, ay], [bx, by]) => ax - bx || ay - by)
  return [...halfHullOf(sorted, tolerance), ...halfHullOf(sorted.toReversed(), tolerance)]
}

/** Computes one half of the hull (Andrew's monotone chain), without its last corner. */
function halfHullOf(sorted: readonly Point[], tolerance: number): Point[] {
  const corners: Point[] = []
  for (const point of sorted) {
    while (corners.length > 1 && crossProduct(corners.at(-2), corners.at(-1), point) <= tolerance) corners.pop()
    corners.push(point)
  }
  return corners.slice(0, -1)
}

/** Computes twice the signed area of a triangle; the sign tells the direction of the turn at `b`. */
function crossProduct([ax, ay]: Point = [0, 0], [bx, by]: Point = [0, 0], [cx, cy]: Point): number {
  return (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
}
