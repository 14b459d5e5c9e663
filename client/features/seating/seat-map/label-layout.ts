import { centreOf, type Box, type Point } from '../box.ts'
import { boxAt, standingPlacesOf, type SeatModel, type SeatSector } from '../seat-model.ts'
import { FONT } from './sheet.ts'
import { mapPoint, type View } from './view.ts'

export type Line = { readonly text: string; readonly style: 'strong' | 'plain' | 'small' }

/** Lines of text and where on the map they go, in css pixels. */
export type Label = { readonly lines: readonly Line[]; readonly box: Box }

/** So many steps from the middle are still the middle. */
const HALFWAY = 2

export const LINE_HEIGHT = 15
export const PADDING = 4

export const fonts = { strong: `600 12px ${FONT}`, plain: `400 12px ${FONT}`, small: `600 10px ${FONT}` } as const

/** Measures lines of text, each of them once. */
export class TextWidths {
  readonly #known = new Map<string, number>()

  of(ctx: CanvasRenderingContext2D, { text, style }: Line): number {
    const key = `${style} ${text}`
    const known = this.#known.get(key)
    if (known !== undefined) return known
    ctx.font = fonts[style]
    const { width } = ctx.measureText(text)
    this.#known.set(key, width)
    return width
  }

  /** The size of a label of these lines. */
  sizeOf(ctx: CanvasRenderingContext2D, lines: readonly Line[]): { width: number; height: number } {
    const padding = lines[0]?.style === 'small' ? 2 : 2 * PADDING
    return {
      width: Math.max(...lines.map((line) => this.of(ctx, line))) + padding,
      height: heightOf(lines),
    }
  }
}

/** How high a label of these lines is. */
export function heightOf(lines: readonly Line[]): number {
  return lines.length * LINE_HEIGHT + PADDING
}

/** The middle of the middle rows, or of the room to stand: inside the sector however it is bent. */
export function middleOf(model: SeatModel, sector: SeatSector): Point {
  const middle = (sector.rows.length - 1) / 2
  const above = middleOfRow(model, sector, Math.floor(middle))
  const below = middleOfRow(model, sector, Math.ceil(middle))
  if (!above || !below) return middleOfStanding(model, sector)
  return { x: (above.x + below.x) / 2, y: (above.y + below.y) / 2 }
}

/** Where a sector's label may spread: its box, or its room to stand. */
export function roomOf(model: SeatModel, sector: SeatSector): Box {
  const [place] = sector.rows.length > 0 ? [] : standingPlacesOf(model, sector)
  return place === undefined ? sector.box : boxAt(model, place)
}

/** The highest seat halfway between the left and the right end of the sector. */
export function headOf(model: SeatModel, sector: SeatSector): Point {
  const middle = centreOf(sector.box).x
  let head = { x: middle, y: sector.box.y + model.pitch / 2 }
  let isFound = false
  for (let seat = sector.first; seat < sector.end; seat++) {
    const y = model.y[seat] ?? 0
    if (Math.abs((model.x[seat] ?? 0) - middle) > HALFWAY * model.pitch || (isFound && y >= head.y)) continue
    head = { x: middle, y }
    isFound = true
  }
  return head
}

/** The name without its first words when it ends in a number: "101" for "South 101". */
export function shortName(name: string): string | undefined {
  return /\s(\S*\d\S*)$/.exec(name)?.[1]
}

/** A box of the plan as it is seen on the map. */
export function seenBox(view: View, box: Box): Box {
  return { ...mapPoint(view, box), width: box.width * view.k, height: box.height * view.k }
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
