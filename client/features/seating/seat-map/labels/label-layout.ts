import { overlaps, type Box, type Point } from '#client/features/seating/box.ts'
import { boxAt, standingPlacesOf, type SeatModel, type SeatSector } from '#client/features/seating/seat-model.ts'
import type { Line } from './label-wordings.ts'
import { contains } from '../draw/polygon.ts'
import { FONT } from '../draw/draw-target.ts'
import { mapPoint, planPoint, type Frame, type Size, type View } from '../view.ts'

/** Css pixels around a text. */
export const PADDING = 3

/** Css pixels from a letter to the next, at least. */
const LEAST_LETTER = 3

/** The share of a text, from its middle, that has to be on its ground. */
const WITHIN = 0.9

/** A sector's label may be turned where the sector is so many times as high as wide. */
const UPRIGHT = 1.5

const faces = {
  strong: { font: `600 12px ${FONT}`, height: 15 },
  plain: { font: `400 12px ${FONT}`, height: 15 },
  small: { font: `600 10px ${FONT}`, height: 12 },
  tiny: { font: `400 10px ${FONT}`, height: 12 },
} as const

/** How a line is written, and how high it is in css pixels. */
export function faceOf({ style }: Line): { readonly font: string; readonly height: number } {
  return faces[style]
}

/** Measures lines of text, each of them once. */
export class TextWidths {
  readonly #known = new Map<string, number>()

  of(ctx: CanvasRenderingContext2D, line: Line): number {
    const key = `${line.style} ${line.text}`
    const known = this.#known.get(key)
    if (known !== undefined) return known
    ctx.font = faceOf(line).font
    const { width } = ctx.measureText(line.text)
    this.#known.set(key, width)
    return width
  }

  /** The size of lines one below the other. */
  sizeOf(ctx: CanvasRenderingContext2D, lines: readonly Line[]): Size {
    return { width: Math.max(...lines.map((line) => this.of(ctx, line))), height: heightOf(lines) }
  }
}

/** No line is narrower, but for one of hardly anything but the letter i. */
export function leastWidthOf(lines: readonly Line[]): number {
  return LEAST_LETTER * Math.max(...lines.map(({ text }) => text.length))
}

/** How high lines are one below the other. */
export function heightOf(lines: readonly Line[]): number {
  return lines.reduce((sum, line) => sum + faceOf(line).height, 0)
}

/** The box around a text of this size, with its middle here. */
export function boxAround({ x, y }: Point, { width, height }: Size): Box {
  return {
    ...{ x: x - width / 2 - PADDING, y: y - (height + PADDING) / 2 },
    ...{ width: width + 2 * PADDING, height: height + PADDING },
  }
}

/** What is seen of the plan, and where. */
export type Sight = View & Frame

/** What a text may stand on. */
export type Ground = Pick<SeatSector, 'box' | 'outline'> & {
  /** Whether its edge is drawn so that nothing should reach across it. */
  readonly isFramed: boolean
}

/** Of a sector with seats all of its ground; of room to stand what is drawn as such. */
export function groundOf(model: SeatModel, sector: SeatSector): Ground {
  const [place] = sector.rows.length === 0 ? standingPlacesOf(model, sector) : []
  if (place === undefined) return { ...sector, isFramed: false }
  const ground = model.standingGrounds.get(place)
  if (ground) return { ...ground, isFramed: true }
  const box = boxAt(model, place)
  const [right, bottom] = [box.x + box.width, box.y + box.height]
  return { box, outline: [box.x, box.y, right, box.y, right, bottom, box.x, bottom], isFramed: true }
}

/** Whether a text of this size with its middle here stands on its ground, but for its edges. */
export function isRoomIn(ground: Ground, view: View, { x, y }: Point, { width, height }: Size): boolean {
  const { box, outline, isFramed } = ground
  const half = (length: number) => (isFramed ? length / 2 + PADDING / 2 : (length / 2) * WITHIN)
  const [across, down] = [half(width), half(height)]
  if (2 * across > box.width * view.k || 2 * down > box.height * view.k) return false
  const edges = [
    { x: x - across, y },
    { x: x + across, y },
    { x, y: y - down },
    { x, y: y + down },
  ]
  return edges.every((edge) => contains(outline, planPoint(view, edge)))
}

/** The middle of the middle rows, or of the room to stand: inside the sector however it is bent. */
export function middleOf(model: SeatModel, sector: SeatSector): Point {
  const middle = (sector.rows.length - 1) / 2
  const above = middleOfRow(model, sector, Math.floor(middle))
  const below = middleOfRow(model, sector, Math.ceil(middle))
  if (!above || !below) return middleOfStanding(model, sector)
  return { x: (above.x + below.x) / 2, y: (above.y + below.y) / 2 }
}

/** Whether all of a box is on a map of this size. */
export function isInSight({ x, y, width, height }: Box, map: Size): boolean {
  return x >= 0 && y >= 0 && x + width <= map.width && y + height <= map.height
}

/** A box of the plan as it is seen on the map. */
export function seenBox(view: View, box: Box): Box {
  return { ...mapPoint(view, box), width: box.width * view.k, height: box.height * view.k }
}

/** From where to where on the map, to the right or downwards, a sector is in sight. */
export function stretchOf(
  view: Sight,
  { box }: SeatSector,
  isDown: boolean,
): { readonly from: number; readonly to: number } {
  const { x, y, width, height } = seenBox(view, box)
  const [start, length, all] = isDown ? [y, height, view.size.height] : [x, width, view.size.width]
  return { from: Math.max(PADDING, start), to: Math.min(all - PADDING, start + length) }
}

/** Whether something is so narrow that its label may be turned. */
export function isUpright({ width, height }: Size): boolean {
  return height > UPRIGHT * width
}

/** To the left of the buttons, or else below them. */
export function besideButtons(box: Box, buttons: Box): Box {
  if (!overlaps(box, buttons)) return box
  const x = buttons.x - box.width
  return x >= 0 ? { ...box, x } : { ...box, y: buttons.y + buttons.height }
}

function middleOfRow(model: SeatModel, sector: SeatSector, at: number): Point | undefined {
  const row = sector.rows[at]
  if (!row) return undefined
  const seat = Math.floor((row.first + row.end - 1) / 2)
  return { x: model.x[seat] ?? 0, y: model.y[seat] ?? 0 }
}

function middleOfStanding(model: SeatModel, sector: SeatSector): Point {
  const [place] = standingPlacesOf(model, sector)
  return place === undefined ? sector.box : { x: model.x[place] ?? 0, y: model.y[place] ?? 0 }
}
