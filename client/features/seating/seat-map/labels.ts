import { overlaps, widened, type Box, type Point } from '../box.ts'
import type { SeatSector } from '../seat-model.ts'
import { boxAround, faceOf, headOf, heightOf, isRoomIn, middleOf, seenBox, TextWidths } from './label-layout.ts'
import { headingsOf, wordingsOf, wordingsOverSeats, type Line } from './label-wordings.ts'
import { levels } from './levels.ts'
import type { Scene } from './sheet.ts'
import { mapPoint, planPoint, type Size, type View } from './view.ts'

/** A sector's label may be turned where the sector is so many times as high as wide. */
const UPRIGHT = 1.5

/** How much is left of the letters over seats when these are just too small to be chosen. */
const FAINTEST = 0.6

/** How much the ground below a label hides of what it stands on. */
const PLATE = 0.75

/** So much of their edges, in css pixels, two labels may share. */
const EDGE = 2

/** How far a seat reaches around its middle, in seats' distances. */
const SEAT = 0.35

type Label = {
  readonly lines: readonly Line[]
  /** Where on the map, in css pixels. */
  readonly box: Box
  /** From 1 down to 0: the less of it, the more is seen of what it stands on. */
  readonly strength: number
  /** To be read from below, with the head to the left. */
  readonly isTurned?: boolean
}

/** Names, prices and free places over the map: in css pixels, as much as fits, and never one over the other. */
export class Labels {
  readonly #scene: Scene
  readonly #focusName: Line
  readonly #widths = new TextWidths()
  readonly #spots: readonly { readonly middle: Point; readonly head: Point }[]

  constructor(scene: Scene, focusName: string) {
    const { model } = scene
    this.#scene = scene
    this.#focusName = { text: focusName, style: 'strong' }
    this.#spots = model.sectors.map((sector) => ({ middle: middleOf(model, sector), head: headOf(model, sector) }))
  }

  /** Draws the labels of what is seen. `at` is the sector in the middle of the map, which always keeps its name. */
  draw(ctx: CanvasRenderingContext2D, view: View, size: Size, at: SeatSector | undefined): void {
    ctx.textAlign = 'center'
    ctx.textBaseline = 'middle'
    const map = { x: 0, y: 0, ...size }
    const taken: Box[] = [this.#drawFocusName(ctx, view)]
    const isFree = (box: Box) => overlaps(box, map) && !taken.some((other) => overlaps(other, widened(box, -EDGE)))
    const putFirst = (labels: Iterable<Label>, sector: SeatSector) => {
      for (const label of labels) {
        if (!isFree(label.box)) continue
        taken.push(label.box)
        return this.#write(ctx, label, sector)
      }
    }
    const isClose = view.k * this.#scene.model.pitch >= levels.round
    const pinned = at && isClose ? this.#pinned(ctx, view, size, at) : undefined
    if (at && pinned) putFirst([pinned], at)
    for (const sector of this.#scene.model.sectors) {
      if (pinned && sector === at) continue
      if (overlaps(seenBox(view, sector.box), map)) putFirst(this.#labelsOf(ctx, view, sector), sector)
    }
  }

  /** What may be written of a sector, the best first. */
  *#labelsOf(ctx: CanvasRenderingContext2D, view: View, sector: SeatSector): Generator<Label> {
    const pitch = view.k * this.#scene.model.pitch
    if (pitch < levels.apart || sector.rows.length === 0) {
      return yield* this.#badgesOf(ctx, view, sector, { wordings: wordingsOf(this.#scene, sector), strength: 1 })
    }
    yield* this.#headsOf(ctx, view, sector)
    const share = (pitch - levels.apart) / (levels.round - levels.apart)
    const wordings = wordingsOverSeats(this.#scene, sector)
    if (share < 1) yield* this.#badgesOf(ctx, view, sector, { wordings, strength: 1 - share })
  }

  /** What there is room for in the middle of the sector: twice as much where some of its seats are to be seen. */
  *#badgesOf(
    ctx: CanvasRenderingContext2D,
    view: View,
    sector: SeatSector,
    { wordings, strength }: { wordings: readonly (readonly Line[])[]; strength: number },
  ): Generator<Label> {
    const middle = this.#spots[sector.index]?.middle
    if (!middle) return
    const at = mapPoint(view, middle)
    const ground = seenBox(view, sector.box)
    const isNarrow = ground.height > UPRIGHT * ground.width
    const around = strength < 1 ? 2 : 1
    for (const lines of wordings) {
      // Measuring is dear: most of a large house is too small for any line at all.
      if (heightOf(lines) > (isNarrow ? ground.width : ground.height)) continue
      const { width, height } = this.#widths.sizeOf(ctx, lines)
      if (isRoomIn(sector, view, at, { width, height: height * around }))
        yield { lines, box: boxAround(at, { width, height }), strength }
      if (isNarrow && isRoomIn(sector, view, at, { width: height * around, height: width }))
        yield { lines, box: boxAround(at, { width: height, height: width }), strength, isTurned: true }
    }
  }

  /** One line above the first row, where it covers no seats. */
  *#headsOf(ctx: CanvasRenderingContext2D, view: View, sector: SeatSector): Generator<Label> {
    const head = this.#spots[sector.index]?.head
    if (!head) return
    const pitch = view.k * this.#scene.model.pitch
    const at = mapPoint(view, head)
    const most = Math.max(sector.box.width * view.k, 3 * pitch)
    const labels = headingsOf(sector).map((line): Label => {
      const size = this.#widths.sizeOf(ctx, [line])
      return { lines: [line], box: boxAround({ x: at.x, y: at.y - pitch * 0.6 - size.height / 2 }, size), strength: 1 }
    })
    // Where the smallest covers seats, all of them do.
    const smallest = labels.at(-1)
    if (!smallest || smallest.box.width > most || this.#coversSeats(view, smallest.box)) return
    for (const label of labels) if (label.box.width <= most && !this.#coversSeats(view, label.box)) yield label
  }

  #coversSeats(view: View, { x, y, width, height }: Box): boolean {
    const covered = { ...planPoint(view, { x, y }), width: width / view.k, height: height / view.k }
    return this.#scene.index.within(widened(covered, this.#scene.model.pitch * SEAT)).length > 0
  }

  /**
   * The name and price of the sector the map has been moved into, above what is seen of it or at the top: in place of
   * its own label once that is not all in sight.
   */
  #pinned(ctx: CanvasRenderingContext2D, view: View, { width }: Size, sector: SeatSector): Label | undefined {
    const own = this.#labelsOf(ctx, view, sector).next().value
    if (own && own.box.y >= 0 && own.box.x >= 0 && own.box.x + own.box.width <= width) return undefined
    const lines = headingsOf(sector).slice(0, 1)
    const box = boxAround({ x: 0, y: 0 }, this.#widths.sizeOf(ctx, lines))
    const seen = seenBox(view, sector.box)
    const middle = (Math.max(0, seen.x) + Math.min(width, seen.x + seen.width)) / 2
    return {
      lines,
      box: { ...box, x: Math.max(0, middle - box.width / 2), y: Math.max(6, seen.y - box.height) },
      strength: 1,
    }
  }

  #write(ctx: CanvasRenderingContext2D, { lines, box, isTurned, strength }: Label, { isAvailable }: SeatSector): void {
    const { palette } = this.#scene
    ctx.save()
    ctx.translate(box.x + box.width / 2, box.y + box.height / 2)
    ctx.fillStyle = palette.surface
    ctx.globalAlpha = strength * PLATE
    ctx.beginPath()
    ctx.roundRect(-box.width / 2, -box.height / 2, box.width, box.height, 5)
    ctx.fill()
    ctx.globalAlpha = FAINTEST + (1 - FAINTEST) * strength
    if (isTurned) ctx.rotate(-Math.PI / 2)
    let y = -heightOf(lines) / 2
    for (const line of lines) {
      const { font, height } = faceOf(line)
      const isPlain = line.style === 'plain' || line.style === 'tiny'
      ctx.font = font
      ctx.fillStyle = isPlain || !isAvailable ? palette.dim : palette.ink
      ctx.fillText(line.text, 0, y + height * 0.53)
      y += height
    }
    ctx.restore()
  }

  #drawFocusName(ctx: CanvasRenderingContext2D, view: View): Box {
    const at = mapPoint(view, this.#scene.model.focus)
    const size = this.#widths.sizeOf(ctx, [this.#focusName])
    ctx.font = faceOf(this.#focusName).font
    ctx.fillStyle = this.#scene.palette.dim
    ctx.fillText(this.#focusName.text, at.x, at.y)
    return widened(boxAround(at, size), 2)
  }
}
