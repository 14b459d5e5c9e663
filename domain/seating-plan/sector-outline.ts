import type { BoxesDrawing, RowsDrawing, StandingDrawing } from './drawn-places.ts'
import type { Box } from './box.ts'
import { cornerCountOf, lengthOf, pointOn, type Point, type RowLine } from './row-line.ts'

type SectorParts = {
  rows?: readonly RowsDrawing[] | undefined
  boxes?: readonly BoxesDrawing[] | undefined
  standing?: readonly StandingDrawing[] | undefined
}

/**
 * Computes the outline of a sector with one part, along its first and last row. Returns undefined for a standing area
 * and for several parts: their outline is their box.
 */
export function outlineOf(
  { rows = [], boxes = [], standing = [] }: SectorParts,
  planPitch: number,
): Point[] | undefined {
  if (rows.length + boxes.length + standing.length !== 1) return undefined
  const [part] = rows
  if (part) return bandAround(part.first, part.last ?? part.first, 0, part.pitch ?? planPitch)
  const [row] = boxes
  const pitch = row?.pitch ?? planPitch
  return row && bandAround(row.front, row.front, (row.seats.length - 1) * pitch, pitch)
}

/** Outlines the band between two lines, with a margin. `depth` moves the back line to the right of its direction. */
function bandAround(front: RowLine, back: RowLine, depth: number, pitch: number): Point[] {
  const margin = pitch * 0.75
  const isToTheLeft = isLeftOf(front, back)
  return [
    ...pointsAlong(front, isToTheLeft ? margin : -margin, margin),
    ...pointsAlong(back, depth + (isToTheLeft ? -margin : margin), margin).toReversed(),
  ]
}

/** Tells whether the last row lies to the left of the first one, seen in its direction. */
function isLeftOf(front: RowLine, back: RowLine): boolean {
  const [x, y] = pointOn(front, 0.5)
  const [rightX, rightY] = pointOn(front, 0.5, 1)
  const [backX, backY] = pointOn(back, 0.5)
  return (rightX - x) * (backX - x) + (rightY - y) * (backY - y) < 0
}

/** Samples a line, moved to the right and extended beyond both ends. */
function pointsAlong(line: RowLine, toTheRight: number, extension: number): Point[] {
  const count = cornerCountOf(line)
  const extra = extension / lengthOf(line)
  return Array.from({ length: count }, (_, index) =>
    pointOn(line, -extra + (index / (count - 1)) * (1 + 2 * extra), toTheRight),
  )
}

/** Tells whether an outline is the same as the box around it. */
export function isBox(outline: readonly Point[], { x, y, width, height }: Box): boolean {
  const onEdge = (value: number, low: number, size: number) =>
    Math.abs(value - low) < 1e-6 || Math.abs(value - low - size) < 1e-6
  return outline.length === 4 && outline.every(([px, py]) => onEdge(px, x, width) && onEdge(py, y, height))
}
