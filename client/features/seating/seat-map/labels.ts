import { overlaps, widened, type Box, type Point } from '../box.ts'
import type { SeatSector } from '../seat-model.ts'
import { texts } from '../seating.texts.ts'
import {
  fonts,
  headOf,
  heightOf,
  LINE_HEIGHT,
  middleOf,
  PADDING,
  roomOf,
  seenBox,
  shortName,
  TextWidths,
  type Label,
  type Line,
} from './label-layout.ts'
import { levels } from './levels.ts'
import type { Scene } from './sheet.ts'
import { mapPoint, planPoint, type Size, type View } from './view.ts'

/** Names, prices and free places over the map: in css pixels, as much as fits, and never one over the other. */
export class Labels {
  readonly #scene: Scene
  readonly #focusName: Line
  readonly #widths = new TextWidths()
  readonly #spots: readonly { readonly middle: Point; readonly head: Point; readonly room: Box }[]

  constructor(scene: Scene, focusName: string) {
    const { model } = scene
    this.#scene = scene
    this.#focusName = { text: focusName, style: 'strong' }
    this.#spots = model.sectors.map((sector) => ({
      middle: middleOf(model, sector),
      head: headOf(model, sector),
      room: roomOf(model, sector),
    }))
  }

  /** Draws the labels of what is seen. `at` is the sector in the middle of the map, which always keeps its name. */
  draw(ctx: CanvasRenderingContext2D, view: View, size: Size, at: SeatSector | undefined): void {
    ctx.textAlign = 'center'
    ctx.textBaseline = 'middle'
    const map = { x: 0, y: 0, ...size }
    const taken: Box[] = [this.#drawFocusName(ctx, view)]
    const put = (label: Label | undefined, sector: SeatSector) => {
      if (!label || !overlaps(label.box, map) || taken.some((other) => overlaps(other, label.box))) return
      taken.push(label.box)
      this.#write(ctx, label, sector)
    }
    const isClose = view.k * this.#scene.model.pitch >= levels.round
    const pinned = at && isClose ? this.#pinned(ctx, view, size, at) : undefined
    if (at) put(pinned, at)
    for (const sector of this.#scene.model.sectors) {
      if (pinned && sector === at) continue
      if (overlaps(seenBox(view, sector.box), map)) put(this.#labelOf(ctx, view, sector), sector)
    }
  }

  #labelOf(ctx: CanvasRenderingContext2D, view: View, sector: SeatSector): Label | undefined {
    const isClose = view.k * this.#scene.model.pitch >= levels.round && sector.rows.length > 0
    return isClose ? this.#headOf(ctx, view, sector) : this.#badgeOf(ctx, view, sector)
  }

  /** One line above the first row; without the price where that would cover seats. */
  #headOf(ctx: CanvasRenderingContext2D, view: View, sector: SeatSector): Label | undefined {
    const spots = this.#spots[sector.index]
    if (!spots) return undefined
    const pitch = view.k * this.#scene.model.pitch
    const at = mapPoint(view, spots.head)
    const labels = [this.#headLine(sector), ...this.#linesOf(sector).slice(0, 1)].map((line): Label => {
      const size = this.#widths.sizeOf(ctx, [line])
      return { lines: [line], box: { x: at.x - size.width / 2, y: at.y - pitch * 0.6 - size.height, ...size } }
    })
    const fitting = labels.filter(({ box }) => box.width <= Math.max(spots.room.width * view.k, 3 * pitch))
    return fitting.find(({ box }) => !this.#coversSeats(view, box)) ?? fitting.at(-1)
  }

  /** Name, price and free places in the middle of the sector; less where it is smaller, or where its seats are seen. */
  #badgeOf(ctx: CanvasRenderingContext2D, view: View, sector: SeatSector): Label | undefined {
    const spots = this.#spots[sector.index]
    if (!spots) return undefined
    const at = mapPoint(view, spots.middle)
    const room = seenBox(view, spots.room)
    const name = sector.rows.length > 0 ? shortName(sector.name) : texts.standing
    const short: Line | undefined = name === undefined ? undefined : { text: name, style: 'small' }
    const lines = this.#linesOf(sector)
    const areSeatsSeen = view.k * this.#scene.model.pitch >= levels.seats * 2 && sector.rows.length > 0
    const choices: (readonly Line[])[] = areSeatsSeen ? [] : [lines, lines.slice(0, 2)]
    choices.push(lines.slice(0, 1))
    if (short && sector.isAvailable && !areSeatsSeen) choices.push([short, this.#freeLine(sector, 'small')])
    if (short) choices.push([short])
    for (const choice of choices) {
      // Measuring is dear: most of a large house is too low for any line at all.
      if (heightOf(choice) > room.height) continue
      const size = this.#widths.sizeOf(ctx, choice)
      if (size.width > room.width * 1.15) continue
      return { lines: choice, box: { x: at.x - size.width / 2, y: at.y - size.height / 2, ...size } }
    }
    return undefined
  }

  #coversSeats(view: View, { x, y, width, height }: Box): boolean {
    const covered = { ...planPoint(view, { x, y }), width: width / view.k, height: height / view.k }
    return this.#scene.index.within(covered).length > 0
  }

  /**
   * The name and price of the sector the map has been moved into, above what is seen of it or at the top: in place of
   * its own label once that is not all in sight.
   */
  #pinned(ctx: CanvasRenderingContext2D, view: View, { width }: Size, sector: SeatSector): Label | undefined {
    const own = this.#labelOf(ctx, view, sector)
    if (own && own.box.y >= 0 && own.box.x >= 0 && own.box.x + own.box.width <= width) return undefined
    const lines = [this.#headLine(sector)]
    const size = this.#widths.sizeOf(ctx, lines)
    const seen = seenBox(view, sector.box)
    const middle = (Math.max(0, seen.x) + Math.min(width, seen.x + seen.width)) / 2
    return { lines, box: { x: Math.max(0, middle - size.width / 2), y: Math.max(6, seen.y - size.height), ...size } }
  }

  #headLine(sector: SeatSector): Line {
    return { text: `${sector.name}  ${this.#priceOf(sector)}`, style: 'strong' }
  }

  #linesOf(sector: SeatSector): Line[] {
    return [
      { text: sector.name, style: 'strong' },
      { text: this.#priceOf(sector), style: 'plain' },
      ...(sector.isAvailable ? [this.#freeLine(sector, 'plain')] : []),
    ]
  }

  #freeLine({ index }: SeatSector, style: Line['style']): Line {
    return { text: texts.freePlaces(this.#scene.availability.freeInSector[index] ?? 0), style }
  }

  #write(ctx: CanvasRenderingContext2D, { lines, box }: Label, { isAvailable }: SeatSector): void {
    const { palette } = this.#scene
    ctx.globalAlpha = 0.88
    ctx.fillStyle = palette.surface
    ctx.beginPath()
    ctx.roundRect(box.x, box.y, box.width, box.height, 5)
    ctx.fill()
    ctx.globalAlpha = 1
    for (const [row, { text, style }] of lines.entries()) {
      ctx.font = fonts[style]
      ctx.fillStyle = style === 'plain' || !isAvailable ? palette.dim : palette.ink
      ctx.fillText(text, box.x + box.width / 2, box.y + PADDING / 2 + (row + 0.55) * LINE_HEIGHT)
    }
  }

  #drawFocusName(ctx: CanvasRenderingContext2D, view: View): Box {
    const at = mapPoint(view, this.#scene.model.focus)
    const width = this.#widths.of(ctx, this.#focusName)
    ctx.font = fonts.strong
    ctx.fillStyle = this.#scene.palette.dim
    ctx.fillText(this.#focusName.text, at.x, at.y)
    return widened({ x: at.x - width / 2, y: at.y - LINE_HEIGHT / 2, width, height: LINE_HEIGHT }, PADDING)
  }

  #priceOf({ isAvailable, price }: SeatSector): string {
    return isAvailable ? texts.price(price) : texts.notAvailable
  }
}
