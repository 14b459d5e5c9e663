import { centreOf, type Box } from '#client/features/seating/box.ts'
import type { SeatSector } from '#client/features/seating/seat-model.ts'
import { areaColoursOf } from '../draw/draw-sectors.ts'
import { detailLevels } from '../draw/detail-levels.ts'
import type { Scene } from '../draw/draw-target.ts'
import type { View } from '../view.ts'
import { heightOf, textStyleOf } from './label-layout.ts'
import type { Line } from './label-lines.ts'

/** The corner radius of the plate below a label in css pixels. */
const PLATE_CORNER = 5

/** The halo around letters in css pixels, which keeps them legible over seats of any colour. */
const HALO = 2.25

export type Label = {
  readonly lines: readonly Line[]
  /** Its position on the map in css pixels. */
  readonly box: Box
  /** Whether it is drawn over the sector itself. */
  readonly isOver?: boolean
  readonly hasPrice?: boolean
}

type Place = { readonly view: View; readonly label: Label; readonly sector: SeatSector }

/** Writes a label of a sector: on a plate over seats, in the ink of the area from afar, else with a halo. */
export function writeLabel(ctx: CanvasRenderingContext2D, scene: Scene, { view, label, sector }: Place): void {
  const { model, palette } = scene
  const { lines, box, isOver } = label
  const areSeatsDrawn = view.k * model.pitch >= detailLevels.seats
  const { x, y } = centreOf(box)
  // Seats below a text would be hard to tell from its letters.
  const hasPlate = isOver && (areSeatsDrawn || !sector.isAvailable) && sector.rows.length > 0
  if (hasPlate) {
    ctx.fillStyle = palette.surface
    ctx.beginPath()
    ctx.roundRect(box.x, box.y, box.width, box.height, PLATE_CORNER)
    ctx.fill()
  }
  ctx.strokeStyle = palette.surface
  ctx.lineJoin = 'round'
  ctx.lineWidth = 2 * HALO
  let top = y - heightOf(lines) / 2
  for (const line of lines) {
    const { font, height } = textStyleOf(line)
    const isPlain = line.style === 'plain' || line.style === 'tiny'
    ctx.font = font
    ctx.fillStyle = isPlain || !sector.isAvailable ? palette.dim : palette.ink
    if (isOver && !areSeatsDrawn && !hasPlate) ctx.fillStyle = areaColoursOf(scene, sector).ink
    else if (!hasPlate) ctx.strokeText(line.text, x, top + height * 0.53)
    ctx.fillText(line.text, x, top + height * 0.53)
    top += height
  }
}
