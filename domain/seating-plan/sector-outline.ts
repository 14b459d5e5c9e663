import type { BoxesDrawing, RowsDrawing, StandingDrawing } from './drawn-places.ts'
import type { Box } from './box.ts'
import { cornersOf, lengthOf, pointOn, type Point, type RowLine } from './row-line.ts'

type Parts = {
  rows?: readonly RowsDrawing[] | undefined
  boxes?: readonly BoxesDrawing[] | undefined
  standing?: readonly StandingDrawing[] | undefined
}

/** A sector of one part is outlined along its first and last row; one of several parts is its box unless drawn. */
export function outlineOf({ rows = [], boxes = [], standing = [] }: Parts, planPitch: number): Point[] | undefined {
  if (rows.length + boxes.length + standing.length !== 1) return undefined
  const [part] = rows
  if (part) return ribbon(part.first, part.last ?? part.first, 0, part.pitch ?? planPitch)
  const [row] = boxes
  const pitch = row?.pitch ?? planPitch
  return row && ribbon(row.front, row.front, (row.seats.length - 1) * pitch, pitch)
}

function ribbon(front: RowLine, back: RowLine, depth: number, pitch: number): Point[] {
  const margin = pitch * 0.75
  const climbs = climbsTowardsTheStage(front, back)
  return [
    ...pointsAlong(front, climbs ? margin : -margin, margin),
    ...pointsAlong(back, depth + (climbs ? -margin : margin), margin).toReversed(),
  ]
}

/** Whether the last row lies to the left of the first one. */
function climbsTowardsTheStage(front: RowLine, back: RowLine): boolean {
  const [x, y] = pointOn(front, 0.5)
  const [nextX, nextY] = pointOn(front, 0.5, 1)
  const [backX, backY] = pointOn(back, 0.5)
  return (nextX - x) * (backX - x) + (nextY - y) * (backY - y) < 0
}

function pointsAlong(line: RowLine, toTheRight: number, beyond: number): Point[] {
  const count = cornersOf(line)
  const more = beyond / lengthOf(line)
  return Array.from({ length: count }, (_, index) =>
    pointOn(line, -more + (index / (count - 1)) * (1 + 2 * more), toTheRight),
  )
}

/** Whether an outline says no more than the box around it. */
export function isItsOwnBox(outline: readonly Point[], { x, y, width, height }: Box): boolean {
  const onEdge = (value: number, low: number, size: number) =>
    Math.abs(value - low) < 1e-6 || Math.abs(value - low - size) < 1e-6
  return outline.length === 4 && outline.every(([px, py]) => onEdge(px, x, width) && onEdge(py, y, height))
}
