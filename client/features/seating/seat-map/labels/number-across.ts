import { centreOf } from '#client/features/seating/box.ts'
import { boxAt, type SeatSector } from '#client/features/seating/seat-model.ts'
import type { Scene } from '../draw/draw-target.ts'
import { mapPoint, planPoint, type View } from '../view.ts'
import { boxAround, labelCentreOf, type TextWidths } from './label-layout.ts'
import { numbersOf } from './label-lines.ts'
import type { Label } from './write-label.ts'

/** The positions of a number across a thin sector, as shares of its seats. 0: its centre. */
const SHARES_ACROSS = [0, 0.25, 0.75]

type Writing = { readonly scene: Scene; readonly widths: TextWidths }

/**
 * Yields the number of a sector that is too thin for it, in a gap of the sector like the height of a contour line. It
 * reaches over no other sector.
 */
export function* numberAcross(
  { scene: { model, index }, widths }: Writing,
  ctx: CanvasRenderingContext2D,
  view: View,
  sector: SeatSector,
): Generator<Label> {
  const lines = numbersOf(sector).slice(-1)
  const { width, height } = widths.sizeOf(ctx, lines)
  const seats = (sector.rows.at(-1)?.end ?? sector.first) - sector.first
  for (const share of SHARES_ACROSS) {
    const at = share ? centreOf(boxAt(model, sector.first + Math.floor(share * seats))) : labelCentreOf(model, sector)
    const { x, y } = mapPoint(view, at)
    const reachesOther = [-0.5, 0.5].some((end) => {
      const reached = index.sectorAt(planPoint(view, { x: x + end * width, y: y + end * height }))
      return reached && reached !== sector
    })
    if (!reachesOther) yield { lines, box: boxAround({ x, y }, { width, height }) }
  }
}
