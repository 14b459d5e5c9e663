import type { Box, Point } from '#client/features/seating/box.ts'

/** Corner points x, y, x, y, … */
export type Outline = readonly number[]

/** Whether a point lies inside an outline. */
export function contains(outline: Outline, { x, y }: Point): boolean {
  let isInside = false
  let [ax = 0, ay = 0] = outline.slice(-2)
  // Asked many times a frame: a generator of edges would take most of it.
  for (let at = 0; at < outline.length; at += 2) {
    const [bx, by] = [outline[at] ?? 0, outline[at + 1] ?? 0]
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) isInside = !isInside
    ax = bx
    ay = by
  }
  return isInside
}

/** Whether an outline and a box share any ground. */
export function touches(outline: Outline, box: Box): boolean {
  for (const edge of edgesOf(outline)) if (crosses(edge, box)) return true
  return contains(outline, box)
}

type Edge = readonly [ax: number, ay: number, bx: number, by: number]

/** The edges of an outline, from corner to corner. */
export function* edgesOf(outline: Outline): Generator<Edge> {
  for (let at = 0; at < outline.length; at += 2) {
    const next = (at + 2) % outline.length
    yield [outline[at] ?? 0, outline[at + 1] ?? 0, outline[next] ?? 0, outline[next + 1] ?? 0]
  }
}

/** Begins a path around an outline: a point of the plan lies at `scale * point + (x, y)` pixels. */
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

/** Clips an edge by the four sides of a box and tells whether anything is left. */
function crosses([ax, ay, bx, by]: Edge, { x, y, width, height }: Box): boolean {
  const sides = [
    [ax - bx, ax - x],
    [bx - ax, x + width - ax],
    [ay - by, ay - y],
    [by - ay, y + height - ay],
  ]
  let enters = 0
  let leaves = 1
  for (const [towards = 0, distance = 0] of sides) {
    if (towards === 0 && distance < 0) return false
    if (towards < 0) enters = Math.max(enters, distance / towards)
    if (towards > 0) leaves = Math.min(leaves, distance / towards)
  }
  return enters <= leaves
}
