import { FONT, type Scene, type DrawTarget } from './draw-target.ts'
import type { LaidTable } from './tables.ts'

/** Its corners are rounded by this share of the distance between two seats. */
const ROUNDING = 0.3

/** Css pixels of the smallest letters that are read. */
const SMALLEST_LETTERS = 8

/** Draws a table, for its seats to be drawn over its edge, with its name if there is room for it. */
export function drawTable(
  { ctx, scale, x, y, density }: DrawTarget,
  { model, palette }: Scene,
  table: LaidTable,
): void {
  ctx.beginPath()
  for (const corner of table.corners) ctx.lineTo(corner.x * scale + x, corner.y * scale + y)
  ctx.closePath()
  ctx.fillStyle = palette.line
  ctx.fill()
  ctx.strokeStyle = palette.line
  ctx.lineJoin = 'round'
  ctx.lineWidth = model.pitch * scale * ROUNDING
  ctx.stroke()
  const font = Math.floor(table.letters * scale)
  if (font < SMALLEST_LETTERS * density) return
  ctx.fillStyle = palette.ink
  ctx.textAlign = 'center'
  ctx.textBaseline = 'middle'
  ctx.font = `600 ${font}px ${FONT}`
  ctx.fillText(table.name, table.middle.x * scale + x, table.middle.y * scale + y + font * 0.06)
}
