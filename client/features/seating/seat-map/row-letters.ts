import type { Point } from '../box.ts'
import type { SeatModel, SeatRow } from '../seat-model.ts'
import type { Scene } from './sheet.ts'

/** Longer names than this are told by the seat itself, not written at the row's ends. */
const LONGEST = 3

/** The places beside both ends of a row where its name can be written without covering a seat. */
export function rowEnds({ model, index }: Scene, row: SeatRow): Point[] {
  const { axis } = model.sectors[row.sector] ?? {}
  if (!axis || row.name.length > LONGEST) return []
  const [first, last] = [row.first, row.end - 1]
  const ends = [
    stepOut(model, first, first + 1) ?? moved(model, first, axis, -1),
    stepOut(model, last, last - 1) ?? moved(model, last, axis, 1),
  ]
  const room = model.pitch * 0.6
  const isForeign = (seat: number) => seat < row.first || seat >= row.end
  return ends.filter((end) => index.nearest(end, room, isForeign) === undefined)
}

/** One step beyond the last seat, straight on from its neighbour; nothing if it has no neighbour close by. */
function stepOut(model: SeatModel, last: number, neighbour: number): Point | undefined {
  const dx = (model.x[last] ?? 0) - (model.x[neighbour] ?? 0)
  const dy = (model.y[last] ?? 0) - (model.y[neighbour] ?? 0)
  const length = Math.hypot(dx, dy)
  const isNeighbour = model.rowOf[last] === model.rowOf[neighbour] && length > 0 && length < 2 * model.pitch
  return isNeighbour ? moved(model, last, { x: dx / length, y: dy / length }, 1) : undefined
}

function moved(model: SeatModel, seat: number, { x, y }: Point, steps: number): Point {
  return { x: (model.x[seat] ?? 0) + x * steps * model.pitch, y: (model.y[seat] ?? 0) + y * steps * model.pitch }
}
