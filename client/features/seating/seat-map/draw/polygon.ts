import type { Box, Point } from '#client/features/seating/box.ts'

/** The corners of a polygon: x, y, x, y, … */
export type Outline = readonly number[]

/** Tells whether an outline contains a point. */
export function contains(outline: Outline, { x, y }: Point): boolean {
  let isInside = false
  let [ax = 0, ay = 0] = outline.slice(-2)
  // Called many times per frame: the generator of edges is too slow here.
  for (let at = 0; at < outline.length; at += 2) {
    const [bx, by] = [outline[at] ?? 0, outline[at + 1] ?? 0]
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) isInside = !isInside
    ax = bx
    ay = by
  }
  return isInside
}

/** Tells whether an outline and a box intersect. */
export function touches(outline: Outline, box: Box): boolean {
  for (const edge of edgesOf(outline)) if (crosses(edge, box)) return true
  return contains(outline, box)
}

type Edge = readonly [ax: number, ay: number, bx: number, by: number]

/** Yields the edges of an outline. */
export function* edgesOf(outline: Outline): Generator<Edge> {
  for (let at = 0; at < outline.length; at += 2) {
    const next = (at + 2) % outline.length
    yield [outline[at] ?? 0, outline[at + 1] ?? 0, outline[next] ?? 0, outline[next + 1] ?? 0]
  }
}

/** Begins a path along an outline. A point of the plan lies at `scale * point + (x, y)` pixels. */
export function tracePath(
  ctx: CanvasRenderingContext2D,
  outline: Outline,
  { scale, x, y }: Point & { readonly scale: number },
): void {
  ctx.beginPath()
  for (let at = 0; at < outline.length; at += 2) {
    ctx.lineTo((outline[at] ?? 0) * scale + x, (outline[at + 1] ?? 0) * scale + y)
  }
  ctx.closePath()
}

/** Tells whether any part of an edge remains after clipping it to a box. */
function crosses([ax, ay, bx, by]: Edge, { x, y, width, height }: Box): boolean {
  const sides = [
    [ax - bx, ax - x],
    [bx - ax, x + width - ax],
    [ay - by, ay - y],
    [by - ay, y + height - ay],
  ]
  let enters = 0
  let leaves = 1
  for (const [direction = 0, distance = 0] of sides) {
    if (direction === 0 && distance < 0) return false
    if (direction < 0) enters = Math.max(enters, distance / direction)
    if (direction > 0) leaves = Math.min(leaves, distance / direction)
  }
  return enters <= leaves
}
