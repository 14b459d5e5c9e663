import { FONT, type Scene, type DrawTarget } from './draw-target.ts'
import { MIN_NAME_PX, type DrawnTable } from './tables.ts'

/** The rounding of the corners as a share of the distance between two seats. */
const ROUNDING = 0.3

/** Draws a table below its seats, with its name if there is enough room. */
export function drawTable(
  { ctx, scale, x, y, density }: DrawTarget,
  { model, palette }: Scene,
  table: DrawnTable,
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
  const fontSize = Math.floor(table.fontSize * scale)
  if (fontSize < MIN_NAME_PX * density) return
  ctx.fillStyle = palette.ink
  ctx.textAlign = 'center'
  ctx.textBaseline = 'middle'
  ctx.font = `600 ${fontSize}px ${FONT}`
  ctx.fillText(table.name, table.centre.x * scale + x, table.centre.y * scale + y + fontSize * 0.06)
}
