import type { Point } from '#client/features/seating/box.ts'
import type { Ownership } from '#domain/seat-choice/seat-choice.ts'
import { isStanding } from '#client/features/seating/seat-model.ts'
import { radiusOf } from './draw-seats.ts'
import type { Palette } from './palette.ts'
import { FONT, type Scene } from './draw-target.ts'
import { traceStanding } from './trace-standing.ts'
import { mapPoint, type View } from '../view.ts'

/** What the customer has chosen, tickets by place, what they point at, and what they are shown as a candidate. */
export type Marks = {
  readonly chosen: ReadonlyMap<number, number>
  readonly pointed: number | undefined
  readonly candidate: number | undefined
}

/** In css pixels: a seat is never ringed smaller than this, and its check mark has room. */
const SMALLEST_RADIUS = 5
const CHECK_RADIUS = 7

/** Marked seats nearer to each other than so many radii are told by one number. */
const TOO_CLOSE = 1.5

const NUMBER_RADIUS = 11

/** From one number to the next beside it. */
const NUMBER_STEP = 28

/** How large the check mark on a ticket is beside that on a disc as wide. */
const TICKET_CHECK = 0.75

/** Numbers of tickets in room to stand, from the right. */
const KINDS = ['chosen', 'inCart', 'bought'] as const

/** The ring around a candidate, beyond its edge. */
const CANDIDATE_RING = { gap: 5, width: 3 }

/** What a mark is drawn in: a disc, unless it is the sign of a ticket. */
type Inks = { readonly ground: string; readonly sign: string; readonly edge: string; readonly isTicket?: boolean }

/** How the customer's own are marked: what is in the cart or bought as a chosen seat the other way round. */
function inksOf({ mine, mineInk, surface }: Palette): Readonly<Record<Ownership | 'chosen', Inks>> {
  const inCart = { ground: surface, sign: mine, edge: mine }
  return { chosen: { ground: mine, sign: mineInk, edge: surface }, inCart, bought: { ...inCart, isTicket: true } }
}

/** Draws the marks, in css pixels, over whatever the map shows. */
export function drawMarks(ctx: CanvasRenderingContext2D, scene: Scene, view: View, marks: Marks): void {
  const { chosen, pointed, candidate } = marks
  const { palette, availability } = scene
  const inks = inksOf(palette)
  for (const ownership of ['bought', 'inCart'] as const) {
    const own = [...availability.own[ownership].keys()].filter((index) => availability.ownAt(index) === ownership)
    for (const mark of seatMarks(scene, view, own)) drawSeatMark(ctx, mark, inks[ownership])
  }
  const tickets = { chosen, ...availability.own }
  for (const index of new Set(Object.values(tickets).flatMap((places) => [...places.keys()]))) {
    if (!isStanding(scene.model, index)) continue
    if (chosen.has(index)) drawStandingFrame(ctx, scene, view, index)
    const counts = KINDS.flatMap((kind) => ({ kind, count: tickets[kind].get(index) ?? 0 }))
    for (const [at, { kind, count }] of counts.filter(({ count }) => count > 0).entries())
      drawNumber(ctx, cornerOf(scene, view, { index, at }), count, inks[kind])
  }
  for (const mark of seatMarks(scene, view, chosen.keys())) drawSeatMark(ctx, mark, inks.chosen)
  if (pointed !== undefined) drawPointed(ctx, scene, view, pointed)
  if (candidate !== undefined) drawCandidate(ctx, scene, view, candidate)
}

function drawCandidate(ctx: CanvasRenderingContext2D, scene: Scene, view: View, index: number): void {
  const { x, y } = centreOf(scene, view, index)
  const radius = Math.max(radiusOf(scene, index) * view.k, SMALLEST_RADIUS) + CANDIDATE_RING.gap
  ctx.strokeStyle = scene.palette.mine
  ctx.lineWidth = CANDIDATE_RING.width
  ctx.beginPath()
  ctx.arc(x, y, radius, 0, 2 * Math.PI)
  ctx.stroke()
}

/** One mark for a seat that is chosen or in the cart, or for several that are too close to carry a check mark each. */
type SeatMark = { readonly at: Point; readonly radius: number; seats: number }

/** What is drawn for these seats at this view. */
export function seatMarks(scene: Scene, view: View, chosen: Iterable<number>): SeatMark[] {
  const marks: SeatMark[] = []
  for (const index of chosen) {
    if (isStanding(scene.model, index)) continue
    const at = centreOf(scene, view, index)
    const radius = Math.max(radiusOf(scene, index) * view.k * 1.12, CHECK_RADIUS)
    const near = marks.find((mark) => Math.hypot(mark.at.x - at.x, mark.at.y - at.y) < reachOf(mark))
    if (near) near.seats += 1
    else marks.push({ at, radius, seats: 1 })
  }
  return marks
}

/** How near to a mark, in css pixels, a seat is told by it. */
function reachOf({ seats }: SeatMark): number {
  return seats > 1 ? NUMBER_RADIUS + CHECK_RADIUS : TOO_CLOSE * CHECK_RADIUS
}

function drawSeatMark(ctx: CanvasRenderingContext2D, { at, radius, seats }: SeatMark, inks: Inks): void {
  if (seats > 1) return drawNumber(ctx, at, seats, inks)
  drawGround(ctx, at, radius, inks)
  drawCheck(ctx, at, inks.isTicket ? radius * TICKET_CHECK : radius, inks.sign)
}

function drawGround(ctx: CanvasRenderingContext2D, at: Point, radius: number, inks: Inks): void {
  ctx.fillStyle = inks.ground
  ctx.strokeStyle = inks.edge
  ctx.lineWidth = Math.max(1.5, radius * 0.16)
  ctx.lineJoin = 'round'
  ctx.beginPath()
  if (inks.isTicket) traceTicket(ctx, at, radius)
  else ctx.arc(at.x, at.y, radius, 0, 2 * Math.PI)
  ctx.fill()
  ctx.stroke()
}

/** A ticket of this half width, with a hole at either end. */
function traceTicket(ctx: CanvasRenderingContext2D, { x, y }: Point, half: number): void {
  const [high, hole] = [half * 0.72, half * 0.24]
  for (const side of [1, -1]) {
    ctx.lineTo(x + side * half, y - side * high)
    ctx.arc(x + side * half, y, hole, (-side * Math.PI) / 2, (side * Math.PI) / 2, true)
    ctx.lineTo(x + side * half, y + side * high)
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

/** Where in the upper right corner of room to stand a number of tickets is written: one beside the other. */
function cornerOf({ model }: Scene, view: View, { index, at }: { index: number; at: number }): Point {
  const [width = 0, height = 0] = [model.widths[index], model.heights[index]]
  const { x, y } = mapPoint(view, { x: (model.x[index] ?? 0) + width / 2, y: (model.y[index] ?? 0) - height / 2 })
  return { x: x - 16 - at * NUMBER_STEP, y: y + 16 }
}

function drawNumber(ctx: CanvasRenderingContext2D, at: Point, tickets: number, inks: Inks): void {
  drawGround(ctx, at, NUMBER_RADIUS, inks)
  ctx.fillStyle = inks.sign
  ctx.font = `700 12px ${FONT}`
  ctx.textAlign = 'center'
  ctx.textBaseline = 'middle'
  ctx.fillText(String(tickets), at.x, at.y + 0.5)
}

function drawPointed(ctx: CanvasRenderingContext2D, scene: Scene, view: View, index: number): void {
  ctx.strokeStyle = scene.palette.ink
  ctx.lineWidth = 2
  if (isStanding(scene.model, index)) {
    traceStanding(ctx, scene.model, index, { ...view, scale: view.k, density: 1 })
  } else {
    const { x, y } = centreOf(scene, view, index)
    ctx.beginPath()
    ctx.arc(x, y, Math.max(radiusOf(scene, index) * view.k + 2.5, SMALLEST_RADIUS), 0, 2 * Math.PI)
  }
  ctx.stroke()
}

function centreOf({ model }: Scene, view: View, index: number): Point {
  return mapPoint(view, { x: model.x[index] ?? 0, y: model.y[index] ?? 0 })
}
