import type { Box } from '#client/features/seating/box.ts'
import { hasKind, standingPlacesOf, type SeatModel, type SeatSector } from '#client/features/seating/seat-model.ts'
import { tracePath } from './polygon.ts'
import type { Scene, DrawTarget } from './draw-target.ts'
import { traceStanding } from './trace-standing.ts'

const HATCH_GAP = 7

/** Draws the background of a sector and its standing places. An unavailable sector is hatched. */
export function drawSector(target: DrawTarget, { model, palette, availability }: Scene, sector: SeatSector): void {
  const { ctx, density } = target
  tracePath(ctx, sector.outline, target)
  ctx.fillStyle = sector.isAvailable ? (palette.sectors[sector.priceClass] ?? palette.closed) : palette.closed
  ctx.fill()
  if (!sector.isAvailable) hatch(target, sector.box, palette.hatch)
  ctx.strokeStyle = palette.line
  ctx.lineWidth = density
  ctx.stroke()
  for (const index of standingPlacesOf(model, sector)) {
    const isFree = (availability.free[index] ?? 0) > 0
    const colour = isFree ? (palette.seats[sector.priceClass] ?? palette.taken) : palette.taken
    drawStanding(target, model, { index, colour })
  }
}

/** Returns the colour of a sector seen from afar, and that of its label: grey when it is sold out. */
export function areaColoursOf(
  { model, palette, highlight, availability }: Scene,
  sector: SeatSector,
): { area: string; ink: string } {
  const isHighlighted = highlight && hasKind(model, sector, highlight.kinds)
  const { areas, areaInks, closed, taken, ink, dim } = isHighlighted ? highlight.palette : palette
  if (!sector.isAvailable) return { area: closed, ink: dim }
  if (availability.freeInSector[sector.index] === 0) return { area: taken, ink }
  return { area: areas[sector.priceClass] ?? taken, ink: areaInks[sector.priceClass] ?? ink }
}

/** Draws a sector seen from afar: one area without seats. */
export function drawSectorArea(target: DrawTarget, scene: Scene, sector: SeatSector): void {
  const { ctx, density } = target
  tracePath(ctx, sector.outline, target)
  ctx.fillStyle = areaColoursOf(scene, sector).area
  ctx.fill()
  if (!sector.isAvailable) hatch(target, sector.box, scene.palette.hatch)
  ctx.strokeStyle = scene.palette.surface
  ctx.lineWidth = density
  ctx.stroke()
}

/** Draws the stage, the screen or the field of play. */
export function drawFocus(target: DrawTarget, { palette }: Scene, box: Box): void {
  const { ctx, scale, x, y } = target
  ctx.fillStyle = palette.focus
  ctx.beginPath()
  const corner = Math.min(box.width, box.height) * scale * 0.12
  ctx.roundRect(box.x * scale + x, box.y * scale + y, box.width * scale, box.height * scale, corner)
  ctx.fill()
}

/** Draws slanted lines over the visible part of the last traced path. The lines continue across tile borders. */
function hatch({ ctx, scale, x, y, density }: DrawTarget, box: Box, colour: string): void {
  const gap = HATCH_GAP * density
  const left = Math.max(0, box.x * scale + x)
  const top = Math.max(0, box.y * scale + y)
  const right = Math.min(ctx.canvas.width, (box.x + box.width) * scale + x)
  const bottom = Math.min(ctx.canvas.height, (box.y + box.height) * scale + y)
  const path = new Path2D()
  const origin = x + y
  for (let sum = origin + Math.ceil((left + top - origin) / gap) * gap; sum < right + bottom; sum += gap) {
    path.moveTo(sum - top, top)
    path.lineTo(sum - bottom, bottom)
  }
  ctx.save()
  ctx.clip()
  ctx.strokeStyle = colour
  ctx.lineWidth = 1.5 * density
  ctx.stroke(path)
  ctx.restore()
}

function drawStanding(
  target: DrawTarget,
  model: SeatModel,
  { index, colour }: { index: number; colour: string },
): void {
  const { ctx, density } = target
  traceStanding(ctx, model, index, target)
  ctx.globalAlpha = 0.22
  ctx.fillStyle = colour
  ctx.fill()
  ctx.globalAlpha = 1
  ctx.strokeStyle = colour
  ctx.lineWidth = 1.5 * density
  ctx.lineJoin = 'round'
  ctx.stroke()
}
