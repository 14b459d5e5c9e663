import type { Box, Point } from '#client/features/seating/box.ts'
import { boxAt, standingPlacesOf, type SeatModel, type SeatSector } from '#client/features/seating/seat-model.ts'
import type { Line } from './label-lines.ts'
import { contains } from '../draw/polygon.ts'
import { FONT } from '../draw/draw-target.ts'
import { mapPoint, planPoint, type Size, type View } from '../view.ts'

/** Padding around a text in css pixels. */
export const PADDING = 3

/** The smallest average letter width in css pixels. */
const MIN_LETTER_WIDTH = 3

/** The share of a text that must lie within an area without a frame. */
const REQUIRED_SHARE = 0.9

const textStyles = {
  strong: { font: `600 12px ${FONT}`, height: 15 },
  plain: { font: `400 12px ${FONT}`, height: 15 },
  small: { font: `600 10px ${FONT}`, height: 12 },
  tiny: { font: `400 10px ${FONT}`, height: 12 },
  micro: { font: `600 8px ${FONT}`, height: 9 },
} as const

/** Returns the font of a line and its height in css pixels. */
export function textStyleOf({ style }: Line): { readonly font: string; readonly height: number } {
  return textStyles[style]
}

/** Measures lines of text and caches the results. */
export class TextWidths {
  readonly #cache = new Map<string, number>()

  of(ctx: CanvasRenderingContext2D, line: Line): number {
    const key = `${line.style} ${line.text}`
    const cached = this.#cache.get(key)
    if (cached !== undefined) return cached
    ctx.font = textStyleOf(line).font
    const { width } = ctx.measureText(line.text)
    this.#cache.set(key, width)
    return width
  }

  /** Returns the size of stacked lines. */
  sizeOf(ctx: CanvasRenderingContext2D, lines: readonly Line[]): Size {
    return { width: Math.max(...lines.map((line) => this.of(ctx, line))), height: heightOf(lines) }
  }
}

/** Returns a lower bound for the width of lines, valid unless a line consists mostly of the letter i. */
export function minWidthOf(lines: readonly Line[]): number {
  return MIN_LETTER_WIDTH * Math.max(...lines.map(({ text }) => text.length))
}

/** Returns the height of stacked lines. */
export function heightOf(lines: readonly Line[]): number {
  return lines.reduce((sum, line) => sum + textStyleOf(line).height, 0)
}

/** Returns the padded box of a text of this size around its centre. */
export function boxAround({ x, y }: Point, { width, height }: Size): Box {
  return {
    ...{ x: x - width / 2 - PADDING, y: y - (height + PADDING) / 2 },
    ...{ width: width + 2 * PADDING, height: height + PADDING },
  }
}

/** A view together with the size of the map. */
export type FramedView = View & { readonly size: Size }

/** The area that a label may cover. */
export type LabelArea = Pick<SeatSector, 'box' | 'outline'> & {
  /** Whether its edge is drawn, so that a label must not cross it. */
  readonly isFramed: boolean
}

/** Returns the whole area of a sector with seats, or the area drawn for a standing place. */
export function labelAreaOf(model: SeatModel, sector: SeatSector): LabelArea {
  const [place] = sector.rows.length === 0 ? standingPlacesOf(model, sector) : []
  if (place === undefined) return { ...sector, isFramed: false }
  const area = model.standingAreas.get(place)
  if (area) return { ...area, isFramed: true }
  const box = boxAt(model, place)
  const [right, bottom] = [box.x + box.width, box.y + box.height]
  return { box, outline: [box.x, box.y, right, box.y, right, bottom, box.x, bottom], isFramed: true }
}

/**
 * Tells whether a text of this size around a centre fits into an area. Without a frame it may slightly cross the edges.
 */
export function fitsIn(area: LabelArea, view: View, { x, y }: Point, { width, height }: Size): boolean {
  const { box, outline, isFramed } = area
  const half = (length: number) => (isFramed ? length / 2 + PADDING / 2 : (length / 2) * REQUIRED_SHARE)
  const [across, down] = [half(width), half(height)]
  if (2 * across > box.width * view.k || 2 * down > box.height * view.k) return false
  // Sectors are convex enough for the corners and the middles of the sides to tell.
  const steps = [-1, 0, 1]
  return steps.every((right) =>
    steps.every((below) => contains(outline, planPoint(view, { x: x + right * across, y: y + below * down }))),
  )
}

/** Returns the centre of the middle rows, or of the standing place: always inside the sector, even a curved one. */
export function labelCentreOf(model: SeatModel, sector: SeatSector): Point {
  const middle = (sector.rows.length - 1) / 2
  const above = centreOfRow(model, sector, Math.floor(middle))
  const below = centreOfRow(model, sector, Math.ceil(middle))
  if (!above || !below) return centreOfStanding(model, sector)
  return { x: (above.x + below.x) / 2, y: (above.y + below.y) / 2 }
}

/** Tells whether a box lies completely on a map of this size. */
export function isOnMap({ x, y, width, height }: Box, map: Size): boolean {
  return x >= 0 && y >= 0 && x + width <= map.width && y + height <= map.height
}

/** Converts a box from plan units to css pixels on the map. */
export function boxOnMap(view: View, box: Box): Box {
  return { ...mapPoint(view, box), width: box.width * view.k, height: box.height * view.k }
}

/** Returns the range of a sector that is visible on the map from left to right, in css pixels. */
export function visibleRangeOf(view: FramedView, { box }: SeatSector): { readonly from: number; readonly to: number } {
  const { x, width } = boxOnMap(view, box)
  return { from: Math.max(PADDING, x), to: Math.min(view.size.width - PADDING, x + width) }
}

function centreOfRow(model: SeatModel, sector: SeatSector, at: number): Point | undefined {
  const row = sector.rows[at]
  if (!row) return undefined
  const seat = Math.floor((row.first + row.end - 1) / 2)
  return { x: model.x[seat] ?? 0, y: model.y[seat] ?? 0 }
}

function centreOfStanding(model: SeatModel, sector: SeatSector): Point {
  const [place] = standingPlacesOf(model, sector)
  return place === undefined ? sector.box : { x: model.x[place] ?? 0, y: model.y[place] ?? 0 }
}
