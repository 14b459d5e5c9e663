import { isStanding, sectorAt } from '#client/features/seating/seat-model.ts'
import { detailLevels } from './detail-levels.ts'
import { CLOSED, TAKEN } from './palette.ts'
import { kindSymbols } from '#client/features/seating/kind-symbols.ts'
import { FONT, type Scene, type DrawTarget } from './draw-target.ts'

const TAKEN_SIZE = 0.55
const CLOSED_SIZE = 0.4

/** Returns the appearance of a place: its price class while it is free, else `TAKEN` or `CLOSED`. */
export function appearanceOf({ model, availability }: Scene, index: number): number {
  const { isAvailable, priceClass } = sectorAt(model, index)
  if (!isAvailable) return CLOSED
  return (availability.free[index] ?? 0) > 0 ? priceClass : TAKEN
}

/** Half the size of a seat, in plan units. */
export function radiusOf({ model }: Scene, index: number): number {
  return Math.min(model.widths[index] ?? 0, model.heights[index] ?? 0) / 2
}

/** Draws seats in one pass per colour, with their numbers if they are large enough. */
export function drawSeats(target: DrawTarget, scene: Scene, indexes: readonly number[]): void {
  const appearances: number[][] = []
  const { kinds } = scene.model
  for (const index of indexes) {
    if (isStanding(scene.model, index)) continue
    // Most venues have few such seats, and many of the others are drawn per frame.
    if (kinds.size > 0 && kinds.has(index)) drawSpecialSeat(target, scene, index)
    else (appearances[appearanceOf(scene, index)] ??= []).push(index)
  }
  for (const [appearance, seats] of appearances.entries()) if (seats) fillSeats(target, scene, appearance, seats)
  if ((target.scale / target.density) * scene.model.pitch < detailLevels.numbers) return
  for (const [appearance, seats] of appearances.entries()) {
    if (seats && appearance < TAKEN) writeNumbers(target, scene, appearance, seats)
  }
}

/** Erases a seat with the background colour of its sector. */
export function eraseSeat({ ctx, scale, x, y, density }: DrawTarget, scene: Scene, index: number): void {
  const { model, palette } = scene
  const radius = radiusOf(scene, index) * scale + Math.min(density / 2, scale * model.pitch * 0.05)
  ctx.fillStyle = palette.sectors[sectorAt(model, index).priceClass] ?? palette.closed
  ctx.fillRect(
    (model.x[index] ?? 0) * scale + x - radius,
    (model.y[index] ?? 0) * scale + y - radius,
    2 * radius,
    2 * radius,
  )
}

/** The line width of a ring relative to its radius. */
const RING_WIDTH = 0.36

/** The smallest radius in device pixels at which a symbol is recognisable. */
const MIN_SYMBOL_RADIUS = 5

/** Draws a seat of a special kind: a square with a symbol, or a ring with the number of the seat. */
function drawSpecialSeat(target: DrawTarget, scene: Scene, index: number): void {
  const { ctx, scale, x, y } = target
  const { model, availability } = scene
  const kind = model.kinds.get(index)
  const { palette } = kind && scene.highlight?.kinds.has(kind) ? scene.highlight : scene
  const { isAvailable, priceClass } = sectorAt(model, index)
  const isFree = (availability.free[index] ?? 0) > 0
  const size = isFree ? 1 : isAvailable ? TAKEN_SIZE : CLOSED_SIZE
  const colour = isFree ? (palette.seats[priceClass] ?? palette.taken) : isAvailable ? palette.taken : palette.hatch
  const radius = Math.max(radiusOf(scene, index) * scale * size, 1)
  const [cx, cy] = [(model.x[index] ?? 0) * scale + x, (model.y[index] ?? 0) * scale + y]
  const symbol = kind && kindSymbols[kind]
  ctx.beginPath()
  if (symbol) {
    ctx.roundRect(cx - radius, cy - radius, 2 * radius, 2 * radius, radius * 0.45)
    ctx.fillStyle = colour
    ctx.fill()
    if (!isFree || radius < MIN_SYMBOL_RADIUS) return
    ctx.save()
    ctx.translate(cx - radius, cy - radius)
    ctx.scale(radius / 8, radius / 8)
    ctx.strokeStyle = palette.seatInks[priceClass] ?? palette.ink
    ctx.lineWidth = 1.6
    ctx.lineCap = ctx.lineJoin = 'round'
    ctx.stroke(new Path2D(symbol))
    ctx.restore()
    return
  }
  const ring = radius * RING_WIDTH
  ctx.arc(cx, cy, radius - ring / 2, 0, 2 * Math.PI)
  ctx.strokeStyle = colour
  ctx.lineWidth = ring
  ctx.stroke()
  if (!isFree || (scale / target.density) * model.pitch < detailLevels.numbers) return
  ctx.fillStyle = palette.ink
  ctx.font = `600 ${Math.round(radius * 0.85)}px ${FONT}`
  ctx.textAlign = 'center'
  ctx.textBaseline = 'middle'
  ctx.fillText(String(model.seatNumbers[index]), cx, cy + radius * 0.05)
}

function fillSeats({ ctx, scale, x, y }: DrawTarget, scene: Scene, appearance: number, seats: readonly number[]): void {
  const { model, palette } = scene
  const size = scale * (appearance === TAKEN ? TAKEN_SIZE : appearance === CLOSED ? CLOSED_SIZE : 1)
  ctx.fillStyle = palette.seats[appearance] ?? (appearance === TAKEN ? palette.taken : palette.hatch)
  ctx.beginPath()
  for (const index of seats) {
    const radius = Math.max(radiusOf(scene, index) * size, 0.5)
    const [cx, cy] = [(model.x[index] ?? 0) * scale + x, (model.y[index] ?? 0) * scale + y]
    if (radius < 2) {
      ctx.rect(cx - radius, cy - radius, 2 * radius, 2 * radius)
    } else {
      ctx.moveTo(cx + radius, cy)
      ctx.arc(cx, cy, radius, 0, 2 * Math.PI)
    }
  }
  ctx.fill()
}

function writeNumbers(
  { ctx, scale, x, y }: DrawTarget,
  scene: Scene,
  appearance: number,
  seats: readonly number[],
): void {
  const { model, palette } = scene
  ctx.fillStyle = palette.seatInks[appearance] ?? palette.ink
  ctx.textAlign = 'center'
  ctx.textBaseline = 'middle'
  let fontSize = 0
  for (const index of seats) {
    const size = Math.round(radiusOf(scene, index) * scale)
    if (size !== fontSize) ctx.font = `600 ${(fontSize = size)}px ${FONT}`
    const [cx, cy] = [(model.x[index] ?? 0) * scale + x, (model.y[index] ?? 0) * scale + y]
    ctx.fillText(String(model.seatNumbers[index]), cx, cy + fontSize * 0.06)
  }
}
