import type { Point } from './row-line.ts'

// A direction in which seats of straight rows do not stand behind each other.
const [ALONG_X, ALONG_Y] = [Math.cos(1), Math.sin(1)]

/** How far a point usually is from its nearest neighbour: the median, in the points' unit. Nothing for a single point. */
export function usualDistance(points: readonly Point[]): number | undefined {
  return usualOf(nearestDistances(points))
}

/** The median of such distances, without points that share a place. */
export function usualOf(distances: readonly number[]): number | undefined {
  const told = distances.filter((distance) => distance > 0 && distance < Infinity).toSorted((a, b) => a - b)
  return told[told.length >> 1]
}

/** How far each point is from its nearest neighbour, in the points' unit and order; infinitely far for a single point. */
export function nearestDistances(points: readonly Point[]): number[] {
  const distances = points.map(() => Infinity)
  const sorted = points
    .map(([x, y], place) => ({ x, y, place, along: x * ALONG_X + y * ALONG_Y }))
    .toSorted((a, b) => a.along - b.along)
  for (const [index, point] of sorted.entries()) {
    let nearest = Infinity
    for (const step of [1, -1]) {
      for (let at = index + step; ; at += step) {
        const other = sorted[at]
        if (!other || Math.abs(other.along - point.along) >= nearest) break
        nearest = Math.min(nearest, Math.hypot(other.x - point.x, other.y - point.y))
      }
    }
    distances[point.place] = nearest
  }
  return distances
}
