import { centreOf, type Box, type Point } from '#client/features/seating/box.ts'
import { boxAt, sectorAt, type SeatModel, type SeatRow } from '#client/features/seating/seat-model.ts'
import { isOnMap } from './label-layout.ts'
import { FONT, type Scene } from '../draw/draw-target.ts'
import type { Tables } from '../draw/tables.ts'
import { mapPoint, visiblePart, type Size, type View } from '../view.ts'

/** The longest name in letters that is drawn at a row's ends. */
const MAX_NAME_LENGTH = 3

/** The font size as a share of the distance between two seats, and its limits in css pixels at the edge of the map. */
const FONT_SHARE = 0.42
const [MIN_FONT, MAX_FONT] = [10, 15]

/** The width of a letter relative to its height, and the padding around a name in css pixels. */
const LETTER_WIDTH = 0.68
const PADDING = 3

/** The smallest distance between two names of a row in seat distances. */
const MIN_DISTANCE = 3

/** The name of a row with its position and font size on the map in css pixels. */
export type RowLetter = {
  readonly name: string
  readonly box: Box
  readonly height: number
  /** Whether it is drawn over seats at the edge of the map, because the row's end is not visible. */
  readonly isAtEdge: boolean
}

/** Places the names of rows at their ends. Like sticky table headings, they stay visible as long as their row. */
export class RowLetters {
  readonly #scene: Scene
  readonly #tables: Tables
  /** By row: whether there is room before the first seat and after the last. Empty for a row without letters. */
  readonly #rooms: (readonly boolean[])[] = []

  constructor(scene: Scene, tables: Tables) {
    this.#scene = scene
    this.#tables = tables
  }

  /** Returns one or two names for each visible row, the best first. */
  in(view: View, size: Size): RowLetter[][] {
    const { model, index } = this.#scene
    const visible = new Map<number, { low: number; high: number }>()
    for (const seat of index.within(visiblePart(view, size))) {
      const at = model.rowOf[seat] ?? -1
      const row = visible.get(at)
      if (!row) visible.set(at, { low: seat, high: seat })
      else if (seat < row.low) row.low = seat
      else if (seat > row.high) row.high = seat
    }
    return [...visible].map(([at, { low, high }]) => {
      const row = model.rows[at]
      const room = row ? (this.#rooms[at] ??= this.#roomAt(row)) : []
      if (!row || room.length === 0) return []
      const letters: RowLetter[] = []
      if (low > row.first || room[0]) letters.push(this.#letter(view, size, { row, seat: low, step: -1 }))
      if (high < row.end - 1 || room[1]) letters.push(this.#letter(view, size, { row, seat: high, step: 1 }))
      letters.sort((a, b) => Number(a.isAtEdge) - Number(b.isAtEdge))
      const [one, other] = letters
      const isNear = one && other && distance(one.box, other.box) < MIN_DISTANCE * model.pitch * view.k
      return isNear ? [one] : letters
    })
  }

  /** Returns the name beyond a seat, or at the edge of the map in that direction. */
  #letter(view: View, size: Size, { row, seat, step }: { row: SeatRow; seat: number; step: 1 | -1 }): RowLetter {
    const { model } = this.#scene
    const { name } = row
    const at = mapPoint(view, beyond(model, seat, step))
    const isEnd = seat === (step < 0 ? row.first : row.end - 1)
    const own = Math.round(model.pitch * view.k * FONT_SHARE)
    const beside = boxOf(at, name, own)
    if (isEnd && isOnMap(beside, size)) return { name, box: beside, height: own, isAtEdge: false }
    const height = Math.min(MAX_FONT, Math.max(MIN_FONT, own))
    const box = boxOf(at, name, height)
    const within = (from: number, length: number, all: number) => Math.max(0, Math.min(all - length, from))
    const spot = { x: within(box.x, box.width, size.width), y: within(box.y, box.height, size.height) }
    return { name, box: { ...box, ...spot }, height, isAtEdge: true }
  }

  #roomAt(row: SeatRow): boolean[] {
    const { model, index } = this.#scene
    const sector = sectorAt(model, row.first)
    const groups = [...this.#tables.in(sector), ...this.#tables.boxesIn(sector)]
    if (row.name.length > MAX_NAME_LENGTH || groups.some((group) => group.row === row)) return []
    const isOfOtherRow = (seat: number) => seat < row.first || seat >= row.end
    const ends = [beyond(model, row.first, -1), beyond(model, row.end - 1, 1)]
    return ends.map((end) => index.nearest(end, model.pitch * 0.6, isOfOtherRow) === undefined)
  }
}

/** Draws one name per row where there is room, then the second names. `take` claims a box if it is free. */
export function drawRowLetters(
  ctx: CanvasRenderingContext2D,
  scene: Scene,
  { letters, take }: { letters: readonly (readonly RowLetter[])[]; take: (box: Box) => boolean },
): void {
  const left = letters.map((row) => [...row])
  for (const row of [...left, ...left]) {
    let letter = row.shift()
    while (letter && !take(letter.box)) letter = row.shift()
    if (letter) drawRowLetter(ctx, scene, letter)
  }
}

/** Draws a name, with a background if it is over seats. */
function drawRowLetter(ctx: CanvasRenderingContext2D, { palette }: Scene, letter: RowLetter): void {
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
  const [width, high] = [name.length * height * LETTER_WIDTH + 2 * PADDING, height + 2 * PADDING]
  return { x: at.x - width / 2, y: at.y - high / 2, width, height: high }
}

/** Returns the point one seat beyond a row's end, in the direction of the last two seats or of the sector's rows. */
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
