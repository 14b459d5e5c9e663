import type { Point } from '#client/features/seating/box.ts'
import type { Ownership } from '#domain/seat-choice/seat-choice.ts'
import { isStanding } from '#client/features/seating/seat-model.ts'
import { radiusOf } from './draw-seats.ts'
import type { Palette } from './palette.ts'
import { FONT, type Scene } from './draw-target.ts'
import { traceStanding } from './trace-standing.ts'
import { mapPoint, type View } from '../view.ts'

/** The chosen tickets by place, the place under the mouse, and the place shown as a candidate. */
export type Highlights = {
  readonly chosen: ReadonlyMap<number, number>
  readonly hovered: number | undefined
  readonly candidate: number | undefined
}

/** The smallest radii in css pixels: of a ring around a seat, and of a disc with a check mark. */
const MIN_RING_RADIUS = 5
const MIN_DISC_RADIUS = 7

/** Marked seats closer than this number of radii share one marker with their count. */
const MERGE_RADII = 1.5

/** The size of a ticket relative to that of a disc: it reaches beyond its seat, so that it does not look like one. */
const TICKET_SIZE = 1.3

const NUMBER_RADIUS = 11

/** A marker of several seats in css pixels. Its check mark tells its count from the number of a sector. */
const MERGED = { radius: 14, check: 5, checkAt: -6.5, countAt: 5.5 }

/** The distance between two counts in css pixels. */
const NUMBER_STEP = 28

/** The size of the check mark on a ticket relative to that on a disc. */
const TICKET_CHECK = 0.95

/** The counts on a standing place, from the right. */
const KINDS = ['chosen', 'inCart', 'bought', 'held'] as const

/** The ring around a candidate in css pixels. */
const CANDIDATE_RING = { gap: 5, width: 3 }

/** The colours of a marker, and whether it has the shape of a ticket instead of a disc. */
type MarkerStyle = {
  readonly background: string
  readonly symbol: string
  readonly outline: string
  readonly isTicket?: boolean
}

/** Returns the styles of the customer's own places. Those in the cart, not bought yet, and held ones are empty. */
function markerStylesOf({ mine, mineInk, surface, ink }: Palette): Readonly<Record<Ownership | 'chosen', MarkerStyle>> {
  const chosen = { background: mine, symbol: mineInk, outline: surface }
  const inCart = { background: surface, symbol: mine, outline: mine }
  const held = { background: surface, symbol: ink, outline: ink }
  return { chosen, inCart, bought: { ...chosen, isTicket: true }, held }
}

/** Draws the markers in css pixels. */
export function drawMarkers(ctx: CanvasRenderingContext2D, scene: Scene, view: View, highlights: Highlights): void {
  const { chosen, hovered, candidate } = highlights
  const { palette, availability } = scene
  const styles = markerStylesOf(palette)
  for (const ownership of ['bought', 'inCart', 'held'] as const) {
    const own = [...availability.own[ownership].keys()].filter((index) => availability.ownAt(index) === ownership)
    for (const marker of seatMarkers(scene, view, own)) drawSeatMarker(ctx, marker, styles[ownership])
  }
  const tickets = { chosen, ...availability.own }
  for (const index of new Set(Object.values(tickets).flatMap((places) => [...places.keys()]))) {
    if (!isStanding(scene.model, index)) continue
    if (chosen.has(index)) drawStandingFrame(ctx, scene, view, index)
    const counts = KINDS.flatMap((kind) => ({ kind, count: tickets[kind].get(index) ?? 0 }))
    for (const [at, { kind, count }] of counts.filter(({ count }) => count > 0).entries())
      drawNumber(ctx, cornerOf(scene, view, { index, at }), count, styles[kind])
  }
  for (const marker of seatMarkers(scene, view, chosen.keys())) drawSeatMarker(ctx, marker, styles.chosen)
  if (hovered !== undefined) drawHoverRing(ctx, scene, view, hovered)
  if (candidate !== undefined) drawCandidate(ctx, scene, view, candidate)
}

function drawCandidate(ctx: CanvasRenderingContext2D, scene: Scene, view: View, index: number): void {
  const { x, y } = centreOf(scene, view, index)
  const radius = Math.max(radiusOf(scene, index) * view.k, MIN_RING_RADIUS) + CANDIDATE_RING.gap
  ctx.strokeStyle = scene.palette.mine
  ctx.lineWidth = CANDIDATE_RING.width
  ctx.beginPath()
  ctx.arc(x, y, radius, 0, 2 * Math.PI)
  ctx.stroke()
}

/** A marker for one own seat, or for several that are too close for a check mark each. */
type SeatMarker = { readonly at: Point; readonly radius: number; seats: number }

/** Merges these seats into markers for a view. Skips standing places. */
export function seatMarkers(scene: Scene, view: View, indexes: Iterable<number>): SeatMarker[] {
  const markers: SeatMarker[] = []
  for (const index of indexes) {
    if (isStanding(scene.model, index)) continue
    const at = centreOf(scene, view, index)
    const radius = Math.max(radiusOf(scene, index) * view.k * 1.12, MIN_DISC_RADIUS)
    const near = markers.find((marker) => Math.hypot(marker.at.x - at.x, marker.at.y - at.y) < mergeDistanceOf(marker))
    if (near) near.seats += 1
    else markers.push({ at, radius, seats: 1 })
  }
  return markers
}

/** The distance in css pixels within which a marker includes a seat. */
function mergeDistanceOf({ seats }: SeatMarker): number {
  return seats > 1 ? MERGED.radius + MIN_DISC_RADIUS : MERGE_RADII * MIN_DISC_RADIUS
}

function drawSeatMarker(ctx: CanvasRenderingContext2D, { at, radius, seats }: SeatMarker, style: MarkerStyle): void {
  if (seats > 1) {
    drawBackground(ctx, at, MERGED.radius, style)
    drawCheck(ctx, { x: at.x + MERGED.checkAt, y: at.y }, MERGED.check, style.symbol)
    return writeNumber(ctx, { x: at.x + MERGED.countAt, y: at.y }, seats, style)
  }
  drawBackground(ctx, at, radius, style)
  drawCheck(ctx, at, style.isTicket ? radius * TICKET_CHECK : radius, style.symbol)
}

function drawBackground(ctx: CanvasRenderingContext2D, at: Point, radius: number, style: MarkerStyle): void {
  ctx.fillStyle = style.background
  ctx.strokeStyle = style.outline
  ctx.lineWidth = Math.max(1.5, radius * 0.16)
  ctx.lineJoin = 'round'
  ctx.beginPath()
  if (style.isTicket) traceTicket(ctx, at, radius * TICKET_SIZE)
  else ctx.arc(at.x, at.y, radius, 0, 2 * Math.PI)
  ctx.fill()
  ctx.stroke()
}

/** Traces a ticket with a notch at either end. `half` is half its width. */
function traceTicket(ctx: CanvasRenderingContext2D, { x, y }: Point, half: number): void {
  const [halfHeight, notch] = [half * 0.72, half * 0.24]
  for (const side of [1, -1]) {
    ctx.lineTo(x + side * half, y - side * halfHeight)
    ctx.arc(x + side * half, y, notch, (-side * Math.PI) / 2, (side * Math.PI) / 2, true)
    ctx.lineTo(x + side * half, y + side * halfHeight)
  }
  ctx.closePath()
}

function drawCheck(ctx: CanvasRenderingContext2D, { x, y }: Point, size: number, colour: string): void {
  ctx.strokeStyle = colour
  ctx.lineWidth = Math.max(1.75, size * 0.2)
  ctx.lineCap = 'round'
  ctx.lineJoin = 'round'
  ctx.beginPath()
  ctx.moveTo(x - size * 0.42, y + size * 0.04)
  ctx.lineTo(x - size * 0.1, y + size * 0.36)
  ctx.lineTo(x + size * 0.44, y - size * 0.32)
  ctx.stroke()
}

function drawStandingFrame(ctx: CanvasRenderingContext2D, { model, palette }: Scene, view: View, index: number): void {
  ctx.strokeStyle = palette.mine
  ctx.lineWidth = 3
  ctx.lineJoin = 'round'
  traceStanding(ctx, model, index, { ...view, scale: view.k, density: 1 })
  ctx.stroke()
}

/** Returns the position of a count in the upper right corner of a standing place. `at` counts from the right. */
function cornerOf({ model }: Scene, view: View, { index, at }: { index: number; at: number }): Point {
  const [width = 0, height = 0] = [model.widths[index], model.heights[index]]
  const { x, y } = mapPoint(view, { x: (model.x[index] ?? 0) + width / 2, y: (model.y[index] ?? 0) - height / 2 })
  return { x: x - 16 - at * NUMBER_STEP, y: y + 16 }
}

function drawNumber(ctx: CanvasRenderingContext2D, at: Point, tickets: number, style: MarkerStyle): void {
  drawBackground(ctx, at, NUMBER_RADIUS, style)
  writeNumber(ctx, at, tickets, style)
}

function writeNumber(ctx: CanvasRenderingContext2D, at: Point, tickets: number, style: MarkerStyle): void {
  ctx.fillStyle = style.symbol
  ctx.font = `700 12px ${FONT}`
  ctx.textAlign = 'center'
  ctx.textBaseline = 'middle'
  ctx.fillText(String(tickets), at.x, at.y + 0.5)
}

function drawHoverRing(ctx: CanvasRenderingContext2D, scene: Scene, view: View, index: number): void {
  ctx.strokeStyle = scene.palette.ink
  ctx.lineWidth = 2
  if (isStanding(scene.model, index)) {
    traceStanding(ctx, scene.model, index, { ...view, scale: view.k, density: 1 })
  } else {
    const { x, y } = centreOf(scene, view, index)
    ctx.beginPath()
    ctx.arc(x, y, Math.max(radiusOf(scene, index) * view.k + 2.5, MIN_RING_RADIUS), 0, 2 * Math.PI)
  }
  ctx.stroke()
}

function centreOf({ model }: Scene, view: View, index: number): Point {
  return mapPoint(view, { x: model.x[index] ?? 0, y: model.y[index] ?? 0 })
}
