import { centreOf, type Box, type Point } from '#client/features/seating/box.ts'
import { boxAt, sectorAt, type SeatModel, type SeatRow } from '#client/features/seating/seat-model.ts'
import { isInSight } from './label-layout.ts'
import { FONT, type Scene } from '../draw/draw-target.ts'
import type { Tables } from '../draw/tables.ts'
import { mapPoint, seenPart, type Size, type View } from '../view.ts'

/** Longer names than this are told by the seat itself, not written at the row's ends. */
const LONGEST = 3

/** How high a row's name is beside the distance of two seats; at the edge of the map between so many css pixels. */
const SHARE = 0.42
const [SMALLEST, LARGEST] = [10, 15]

/** How wide a letter is beside its height, and how much room is around a name, in css pixels. */
const LETTER = 0.68
const AROUND = 3

/** Nearer to each other than so many seats one of a row's names is enough. */
const NEAR = 3

/** Where on the map, in css pixels, the name of a row is written, and how high. */
export type RowLetter = {
  readonly name: string
  readonly box: Box
  readonly height: number
  /** Over seats at the edge of the map, because the row's end is out of sight. */
  readonly isAtEdge: boolean
}

/** The names of rows beside their ends. Like the headings of a long table they stay in sight while their row does. */
export class RowLetters {
  readonly #scene: Scene
  readonly #tables: Tables
  /** By row: whether its name has room before its first seat and after its last; nothing where it is written nowhere. */
  readonly #rooms: (readonly boolean[])[] = []

  constructor(scene: Scene, tables: Tables) {
    this.#scene = scene
    this.#tables = tables
  }

  /** For each row in sight where its name belongs, once or twice, the best first. */
  in(view: View, size: Size): RowLetter[][] {
    const { model, index } = this.#scene
    const seen = new Map<number, { low: number; high: number }>()
    for (const seat of index.within(seenPart(view, size))) {
      const at = model.rowOf[seat] ?? -1
      const row = seen.get(at)
      if (!row) seen.set(at, { low: seat, high: seat })
      else if (seat < row.low) row.low = seat
      else if (seat > row.high) row.high = seat
    }
    return [...seen].map(([at, { low, high }]) => {
      const row = model.rows[at]
      const room = row ? (this.#rooms[at] ??= this.#roomAt(row)) : []
      if (!row || room.length === 0) return []
      const letters: RowLetter[] = []
      if (low > row.first || room[0]) letters.push(this.#letter(view, size, { row, seat: low, step: -1 }))
      if (high < row.end - 1 || room[1]) letters.push(this.#letter(view, size, { row, seat: high, step: 1 }))
      letters.sort((a, b) => Number(a.isAtEdge) - Number(b.isAtEdge))
      const [one, other] = letters
      const isNear = one && other && distance(one.box, other.box) < NEAR * model.pitch * view.k
      return isNear ? [one] : letters
    })
  }

  /** The name beyond a seat, or as far that way as the map reaches. */
  #letter(view: View, size: Size, { row, seat, step }: { row: SeatRow; seat: number; step: 1 | -1 }): RowLetter {
    const { model } = this.#scene
    const { name } = row
    const at = mapPoint(view, beyond(model, seat, step))
    const isEnd = seat === (step < 0 ? row.first : row.end - 1)
    const own = Math.round(model.pitch * view.k * SHARE)
    const beside = boxOf(at, name, own)
    if (isEnd && isInSight(beside, size)) return { name, box: beside, height: own, isAtEdge: false }
    const height = Math.min(LARGEST, Math.max(SMALLEST, own))
    const box = boxOf(at, name, height)
    const within = (from: number, length: number, all: number) => Math.max(0, Math.min(all - length, from))
    const spot = { x: within(box.x, box.width, size.width), y: within(box.y, box.height, size.height) }
    return { name, box: { ...box, ...spot }, height, isAtEdge: true }
  }

  #roomAt(row: SeatRow): boolean[] {
    const { model, index } = this.#scene
    const sector = sectorAt(model, row.first)
    const groups = [...this.#tables.in(sector), ...this.#tables.boxesIn(sector)]
    if (row.name.length > LONGEST || groups.some((group) => group.row === row)) return []
    const isForeign = (seat: number) => seat < row.first || seat >= row.end
    const ends = [beyond(model, row.first, -1), beyond(model, row.end - 1, 1)]
    return ends.map((end) => index.nearest(end, model.pitch * 0.6, isForeign) === undefined)
  }
}

/** Writes of each row one name that finds its ground free to take, then the others that do. */
export function writeRowLetters(
  ctx: CanvasRenderingContext2D,
  scene: Scene,
  { letters, take }: { letters: readonly (readonly RowLetter[])[]; take: (box: Box) => boolean },
): void {
  const left = letters.map((row) => [...row])
  for (const row of [...left, ...left]) {
    let letter = row.shift()
    while (letter && !take(letter.box)) letter = row.shift()
    if (letter) writeRowLetter(ctx, scene, letter)
  }
}

/** Over seats it has a ground of its own. */
function writeRowLetter(ctx: CanvasRenderingContext2D, { palette }: Scene, letter: RowLetter): void {
  const { name, box, height, isAtEdge } = letter
  const { x, y } = centreOf(box)
  if (isAtEdge) {
    ctx.fillStyle = palette.surface
    ctx.beginPath()
    ctx.roundRect(box.x, box.y, box.width, box.height, 4)
    ctx.fill()
  }
  ctx.fillStyle = isAtEdge ? palette.ink : palette.dim
  ctx.font = `600 ${height}px ${FONT}`
  ctx.fillText(name, x, y + height * 0.06)
}

function boxOf(at: Point, name: string, height: number): Box {
  const [width, high] = [name.length * height * LETTER + 2 * AROUND, height + 2 * AROUND]
  return { x: at.x - width / 2, y: at.y - high / 2, width, height: high }
}

/** One step out of a row from this seat: straight on from its neighbour, or along the sector's rows if none is close by. */
function beyond(model: SeatModel, seat: number, step: 1 | -1): Point {
  const [at, neighbour] = [centreOf(boxAt(model, seat)), centreOf(boxAt(model, seat - step))]
  const length = distance(at, neighbour)
  const isClose = model.rowOf[seat] === model.rowOf[seat - step] && length > 0 && length < 2 * model.pitch
  const { x, y } = sectorAt(model, seat).axis
  const [dx, dy] = isClose ? [(at.x - neighbour.x) / length, (at.y - neighbour.y) / length] : [x * step, y * step]
  return { x: at.x + dx * model.pitch, y: at.y + dy * model.pitch }
}

function distance(one: Point, other: Point): number {
  return Math.hypot(one.x - other.x, one.y - other.y)
}
