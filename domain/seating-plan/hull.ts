import type { Point } from './row-line.ts'

/**
 * The corners of the smallest convex area that holds all of the points, in one turn around it. What turns no more than
 * `slack` (twice the area between three points) is no corner.
 */
export function hullOf(points: readonly Point[], slack = 0): Point[] {
  const sorted = points.toSorted(([ax, ay], [bx, by]) => ax - bx || ay - by)
  return [...halfOf(sorted, slack), ...halfOf(sorted.toReversed(), slack)]
}

/** One side of the hull, without its last corner. */
function halfOf(sorted: readonly Point[], slack: number): Point[] {
  const side: Point[] = []
  for (const point of sorted) {
    while (side.length > 1 && turn(side.at(-2), side.at(-1), point) <= slack) side.pop()
    side.push(point)
  }
  return side.slice(0, -1)
}

function turn([ax, ay]: Point = [0, 0], [bx, by]: Point = [0, 0], [cx, cy]: Point): number {
  return (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
}
