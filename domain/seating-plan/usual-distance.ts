import type { Point } from './row-line.ts'

// A direction in which seats of straight rows do not stand behind each other.
const [ALONG_X, ALONG_Y] = [Math.cos(1), Math.sin(1)]

/** How far a point usually is from its nearest neighbour: the median, in the points' unit. Nothing for a single point. */
export function usualDistance(points: readonly Point[]): number | undefined {
  const sorted = points
    .map(([x, y]) => ({ x, y, along: x * ALONG_X + y * ALONG_Y }))
    .toSorted((a, b) => a.along - b.along)
  const distances = sorted.map((point, index) => {
    let nearest = Infinity
    for (const step of [1, -1]) {
      for (let at = index + step; ; at += step) {
        const other = sorted[at]
        if (!other || Math.abs(other.along - point.along) >= nearest) break
        nearest = Math.min(nearest, Math.hypot(other.x - point.x, other.y - point.y))
      }
    }
    return nearest
  })
  const told = distances.filter((distance) => distance > 0 && distance < Infinity).toSorted((a, b) => a - b)
  return told[told.length >> 1]
}
