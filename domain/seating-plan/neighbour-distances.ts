import type { Point } from './row-line.ts'

// Points are sorted along a direction that is not perpendicular to rows, so that few of them share a position.
const [ALONG_X, ALONG_Y] = [Math.cos(1), Math.sin(1)]

/** Computes the median distance to the nearest neighbour, in the points' unit. Undefined for a single point. */
export function medianNeighbourDistance(points: readonly Point[]): number | undefined {
  return medianDistance(neighbourDistances(points))
}

/** Computes the median of neighbour distances, ignoring 0 and Infinity. Undefined when none is left. */
export function medianDistance(distances: readonly number[]): number | undefined {
  const sorted = distances.filter((distance) => distance > 0 && distance < Infinity).toSorted((a, b) => a - b)
  return sorted[sorted.length >> 1]
}

/** Computes the distance of each point to its nearest neighbour, in the points' unit. Infinity for a single point. */
export function neighbourDistances(points: readonly Point[]): number[] {
  const distances = points.map(() => Infinity)
  const sorted = points
    .map(([x, y], index) => ({ x, y, index, along: x * ALONG_X + y * ALONG_Y }))
    .toSorted((a, b) => a.along - b.along)
  for (const [position, point] of sorted.entries()) {
    let nearest = Infinity
    for (const step of [1, -1]) {
      for (let at = position + step; ; at += step) {
        const other = sorted[at]
        if (!other || Math.abs(other.along - point.along) >= nearest) break
        nearest = Math.min(nearest, Math.hypot(other.x - point.x, other.y - point.y))
      }
    }
    distances[point.index] = nearest
  }
  return distances
}
