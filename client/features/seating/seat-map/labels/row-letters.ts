import { centreOf, type Box, type Point } from '#client/features/seating/box.ts'
import { boxAt, sectorAt, type SeatModel, type SeatRow } from '#client/features/seating/seat-model.ts'
import { boxOnMap, isOnMap } from './label-layout.ts'
import { FONT, type Scene } from '../draw/draw-target.ts'
import { mapPoint, visiblePart, type Size, type View } from '../view.ts'

/** The longest name in letters that is drawn at a row's ends. */
const MAX_NAME_LENGTH = 3

/** The font size as a share of the distance between two seats, and its limits in css pixels. */
const FONT_SHARE = 0.42
const [MIN_FONT, MAX_FONT_AT_EDGE] = [9, 15]

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
  /** The side of the map at which it is drawn, because there is no room beyond a visible end of the row. */
  readonly side?: 'left' | 'right' | 'top' | 'bottom'
}

/**
 * Places the names of rows at their ends. Like sticky table headings, they stay visible as long as their row, except
 * for the only row of a sector.
 */
export class RowLetters {
  readonly #scene: Scene
  /** By row: whether there is room before the first seat and after the last. Empty for a row without letters. */
  readonly #rooms: (readonly boolean[])[] = []

  constructor(scene: Scene) {
    this.#scene = scene
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
      const add = (seat: number, step: 1 | -1) => letters.push(...this.#letter(view, size, { row, seat, step }))
      if (low > row.first || room[0]) add(low, -1)
      if (high < row.end - 1 || room[1]) add(high, 1)
      const beside = letters.filter(({ side }) => side === undefined)
      const [one, other] = beside
      const isNear = one && other && distance(one.box, other.box) < MIN_DISTANCE * model.pitch * view.k
      if (one) return isNear ? [one] : beside
      // At the side of the map a name covers a seat, and the sector already names its only row.
      return sectorAt(model, row.first).rows.length > 1 ? letters.slice(0, 1) : []
    })
  }

  /** Returns the name beyond a seat, or at the side of the map in that direction. Empty if it has no place there. */
  #letter(view: View, size: Size, { row, seat, step }: { row: SeatRow; seat: number; step: 1 | -1 }): RowLetter[] {
    const { model } = this.#scene
    const { name } = row
    const isEnd = seat === (step < 0 ? row.first : row.end - 1)
    const [at, direction] = [mapPoint(view, centreOf(boxAt(model, seat))), directionOf(model, seat, step)]
    const own = Math.max(MIN_FONT, Math.round(model.pitch * view.k * FONT_SHARE))
    const extent = boxOf(at, name, own)
    const radius = (Math.max(model.widths[seat] ?? 0, model.heights[seat] ?? 0) / 2) * view.k
    const reach = (Math.abs(direction.x) * extent.width + Math.abs(direction.y) * extent.height) / 2
    const away = Math.max(model.pitch * view.k, radius + reach)
    const box = { ...extent, x: extent.x + direction.x * away, y: extent.y + direction.y * away }
    if (isEnd && isOnMap(box, size)) return [{ name, box, height: own }]
    const end = isEnd ? box : boxOnMap(view, boxAt(model, step < 0 ? row.first : row.end - 1))
    const letter = letterAtSide({ name, height: Math.min(MAX_FONT_AT_EDGE, own) }, { at, direction, end, size })
    return letter ? [letter] : []
  }

  #roomAt(row: SeatRow): boolean[] {
    const { model, index } = this.#scene
    const { tables } = index
    const sector = sectorAt(model, row.first)
    const groups = [...tables.in(sector), ...tables.boxesIn(sector)]
    if (row.name.length > MAX_NAME_LENGTH || groups.some((group) => group.row === row)) return []
    const isOfOtherRow = (seat: number) => seat < row.first || seat >= row.end
    return ([-1, 1] as const).map((step) => {
      const seat = step < 0 ? row.first : row.end - 1
      const [{ x, y }, direction] = [centreOf(boxAt(model, seat)), directionOf(model, seat, step)]
      const end = { x: x + direction.x * model.pitch, y: y + direction.y * model.pitch }
      const reach = model.pitch * (1 + (row.name.length * FONT_SHARE * LETTER_WIDTH) / 2)
      const beyond = index.sectorAt({ x: x + direction.x * reach, y: y + direction.y * reach })
      const isInStandingArea = beyond !== undefined && beyond !== sector && beyond.rows.length === 0
      return !isInStandingArea && index.nearest(end, model.pitch * 0.6, isOfOtherRow) === undefined
    })
  }
}

/**
 * Places a name at the side of the map to which its row leads from a visible seat. Undefined if the row ends before
 * this side or leaves the map by another one: here the name would stand beside another row. `end`: the last seat of the
 * row, or the place of a name beyond it.
 */
function letterAtSide(
  { name, height }: Pick<RowLetter, 'name' | 'height'>,
  { at, direction, end, size }: { at: Point; direction: Point; end: Box; size: Size },
): RowLetter | undefined {
  const isAcross = Math.abs(direction.x) >= Math.abs(direction.y)
  const side = isAcross ? (direction.x < 0 ? 'left' : 'right') : direction.y < 0 ? 'top' : 'bottom'
  const box = boxOf(at, name, height)
  const within = (from: number, length: number, all: number) => Math.max(0, Math.min(all - length, from))
  const spot = isAcross
    ? { x: side === 'left' ? 0 : size.width - box.width, y: within(box.y, box.height, size.height) }
    : { x: within(box.x, box.width, size.width), y: side === 'top' ? 0 : size.height - box.height }
  // Where the row, led on to this side, would be along it.
  const led = isAcross
    ? at.y + direction.y * ((side === 'left' ? -at.x : size.width - at.x) / direction.x)
    : at.x + direction.x * ((side === 'top' ? -at.y : size.height - at.y) / direction.y)
  const isElsewhere = led < -height || led > (isAcross ? size.height : size.width) + height
  const isReached = isAcross
    ? end.x < 0 || end.x + end.width > size.width
    : end.y < 0 || end.y + end.height > size.height
  return isElsewhere || !isReached ? undefined : { name, height, side, box: { ...box, ...spot } }
}

/** Draws one name per row where there is room, then the second names. `take` claims a box if it is free. */
export function drawRowLetters(
  ctx: CanvasRenderingContext2D,
  { palette }: Scene,
  { letters, take }: { letters: readonly (readonly RowLetter[])[]; take: (box: Box) => boolean },
): void {
  const left = letters.map((row) => [...row])
  for (const row of [...left, ...left]) {
    let letter = row.shift()
    while (letter && !take(letter.box)) letter = row.shift()
    if (!letter) continue
    const { name, box, height, side } = letter
    const { x, y } = centreOf(box)
    ctx.fillStyle = side ? palette.ink : palette.dim
    ctx.font = `600 ${height}px ${FONT}`
    ctx.fillText(name, x, y + height * 0.06)
  }
}

function boxOf(at: Point, name: string, height: number): Box {
  const [width, high] = [name.length * height * LETTER_WIDTH + 2 * PADDING, height + 2 * PADDING]
  return { x: at.x - width / 2, y: at.y - high / 2, width, height: high }
}

/** Returns the unit vector out of a row at a seat: along the last two seats, or along the sector's rows. */
function directionOf(model: SeatModel, seat: number, step: 1 | -1): Point {
  const [at, neighbour] = [centreOf(boxAt(model, seat)), centreOf(boxAt(model, seat - step))]
  const length = distance(at, neighbour)
  const isClose = model.rowOf[seat] === model.rowOf[seat - step] && length > 0 && length < 2 * model.pitch
  const { x, y } = sectorAt(model, seat).axis
  return isClose ? { x: (at.x - neighbour.x) / length, y: (at.y - neighbour.y) / length } : { x: x * step, y: y * step }
}

function distance(one: Point, other: Point): number {
  return Math.hypot(one.x - other.x, one.y - other.y)
}
