import { centreOf, overlaps, widened, type Box, type Point } from '#client/features/seating/box.ts'
import type { SeatSector } from '#client/features/seating/seat-model.ts'
import { texts } from '#client/features/seating/seating.texts.ts'
import { spotsBeside } from './box-names.ts'
import {
  clearOfButtons,
  boxAround,
  textStyleOf,
  labelAreaOf,
  heightOf,
  minWidthOf,
  isOnMap,
  fitsIn,
  isUpright,
  labelCentreOf,
  PADDING,
  boxOnMap,
  visibleRangeOf,
  TextWidths,
  type LabelArea,
  type FramedView,
} from './label-layout.ts'
import { headingsOf, labelLinesOf, linesOverSeats, type Line } from './label-lines.ts'
import { detailLevels } from '../draw/detail-levels.ts'
import { RowLetters, drawRowLetters } from './row-letters.ts'
import { SectorEdge } from '../draw/sector-edge.ts'
import type { Scene } from '../draw/draw-target.ts'
import { Tables, type SeatBox } from '../draw/tables.ts'
import { mapPoint, planPoint, type Frame, type Size, type View } from '../view.ts'

/** The opacity of labels over seats that are just too small to be chosen. */
const MIN_OPACITY = 0.8

/** The opacity of the plate below a label while no single seats are drawn. */
const PLATE_OPACITY = 0.75

/** The halo around letters in css pixels, which keeps them legible over seats of any colour. */
const HALO = 2.25

/** The allowed overlap of two labels in css pixels. */
const MAX_OVERLAP = 2

/** The radius of a seat in seat distances. */
const SEAT_RADIUS = 0.35

/** The possible positions of a name beside its sector, the best first: the side, and the share of the way along it. */
const SPOTS = [-1, 1].flatMap((side) => [0.5, 0, 1].map((share) => ({ side, share })))

/** The number of positions tried for a name at the top of the map, and their distance in css pixels. */
const [DEPTHS, DEPTH] = [16, 4]

/** The extent of row names beyond a sector's seats in seat distances. */
const ROW_NAME_EXTENT = 0.85

/** The distance in css pixels between a line and the places beside it. */
const LINE_GAP = 2

type Spot = (typeof SPOTS)[number] & { readonly lift: number }
type Heading = { readonly line: Line; readonly size: Size; readonly isTurned: boolean }

type Label = {
  readonly lines: readonly Line[]
  /** Its position on the map in css pixels. */
  readonly box: Box
  /** From 1 down to 0: a weaker label is more transparent. */
  readonly strength: number
  /** Whether it is rotated to read from bottom to top. */
  readonly isTurned?: boolean
}

/** Draws names, prices and free places over the map: as many as fit without overlap. */
export class Labels {
  readonly #scene: Scene
  readonly #focusName: Line
  readonly #widths = new TextWidths()
  readonly #centres: readonly Point[]
  readonly #areas: readonly LabelArea[]
  readonly #edges = new Map<string, SectorEdge>()
  readonly #tables: Tables
  readonly #rowLetters: RowLetters

  constructor(scene: Scene, focusName: string) {
    const { model } = scene
    this.#scene = scene
    this.#focusName = { text: focusName, style: 'strong' }
    this.#tables = new Tables(model)
    this.#rowLetters = new RowLetters(scene, this.#tables)
    this.#centres = model.sectors.map((sector) => labelCentreOf(model, sector))
    this.#areas = model.sectors.map((sector) => labelAreaOf(model, sector))
  }

  /** Draws the labels of a view. `at` is the sector in the middle of the map, whose name is always shown. */
  draw(ctx: CanvasRenderingContext2D, view: View, frame: Frame, at: SeatSector | undefined): void {
    ctx.textAlign = 'center'
    ctx.textBaseline = 'middle'
    const map = { x: 0, y: 0, ...frame.size }
    const framed = { ...view, ...frame }
    const pitch = view.k * this.#scene.model.pitch
    const letters = pitch < detailLevels.numbers ? [] : this.#rowLetters.in(view, frame.size)
    const taken: Box[] = [frame.buttons, this.#drawFocusName(ctx, view)]
    const isFree = (box: Box, others: readonly Box[]) =>
      isOnMap(box, frame.size) && !others.some((other) => overlaps(other, widened(box, -MAX_OVERLAP)))
    const letterBoxes = letters.flat().map(({ box }) => box)
    const placeFirst = (labelsOf: () => Iterable<Label>, sector: SeatSector) => {
      // If there is no other room, the label displaces row names.
      for (const others of letterBoxes.length > 0 ? [[...taken, ...letterBoxes], taken] : [taken]) {
        for (const label of labelsOf()) {
          if (!isFree(label.box, others)) continue
          taken.push(label.box)
          return this.#write(ctx, view, label, sector)
        }
      }
    }
    const pinned = at && pitch >= detailLevels.round ? this.#pinned(ctx, framed, at) : undefined
    if (at && pinned) placeFirst(() => [pinned], at)
    const sectors = this.#scene.model.sectors.filter(({ box }) => overlaps(boxOnMap(view, box), map))
    for (const sector of sectors) {
      if (!pinned || sector !== at) placeFirst(() => this.#labelsOf(ctx, framed, sector), sector)
    }
    if (pitch < detailLevels.numbers) return
    for (const sector of sectors) {
      for (const box of this.#tables.boxesIn(sector)) {
        if (overlaps(boxOnMap(view, box.box), map)) placeFirst(() => this.#namesOfBox(ctx, view, box), sector)
      }
    }
    drawRowLetters(ctx, this.#scene, { letters, take: (box) => isFree(box, taken) && taken.push(box) > 0 })
  }

  /** Yields the possible labels of a sector, the best first. */
  *#labelsOf(ctx: CanvasRenderingContext2D, view: FramedView, sector: SeatSector): Generator<Label> {
    const pitch = view.k * this.#scene.model.pitch
    if (pitch < detailLevels.apart || sector.rows.length === 0) {
      yield* this.#labelsInside(ctx, view, sector, { variants: labelLinesOf(this.#scene, sector), strength: 1 })
      // While seats are not drawn one by one there may be hundreds of sectors, and searching around each is slow.
      if (pitch >= detailLevels.seats || sector.rows.length === 0) yield* this.#labelsBeside(ctx, view, sector)
      return
    }
    yield* this.#labelsBeside(ctx, view, sector)
    const share = (pitch - detailLevels.apart) / (detailLevels.round - detailLevels.apart)
    const variants = linesOverSeats(this.#scene, sector)
    if (share < 1) yield* this.#labelsInside(ctx, view, sector, { variants, strength: 1 - share })
  }

  /** Yields labels that fit into the middle of the sector. Needs twice the room if some seats must stay visible. */
  *#labelsInside(
    ctx: CanvasRenderingContext2D,
    view: View,
    sector: SeatSector,
    { variants, strength }: { variants: readonly (readonly Line[])[]; strength: number },
  ): Generator<Label> {
    const [centre, area] = [this.#centres[sector.index], this.#areas[sector.index]]
    if (!centre || !area) return
    const at = mapPoint(view, centre)
    const room = boxOnMap(view, area.box)
    const isNarrow = isUpright(room)
    const around = strength < 1 ? 2 : 1
    for (const lines of variants) {
      // Measuring is slow, and most sectors of a large venue are too small for any line.
      if (heightOf(lines) > (isNarrow ? room.width : room.height)) continue
      if (minWidthOf(lines) > Math.max(room.width, room.height)) continue
      const { width, height } = this.#widths.sizeOf(ctx, lines)
      if (fitsIn(area, view, at, { width, height: height * around }))
        yield { lines, box: boxAround(at, { width, height }), strength }
      if (isNarrow && fitsIn(area, view, at, { width: height * around, height: width }))
        yield { lines, box: boxAround(at, { width: height, height: width }), strength, isTurned: true }
    }
  }

  /** Yields one-line labels beside the sector's places: above or below, or turned at a side. */
  *#labelsBeside(ctx: CanvasRenderingContext2D, view: FramedView, sector: SeatSector): Generator<Label> {
    const pitch = view.k * this.#scene.model.pitch
    const lifts = pitch < detailLevels.numbers ? [0] : [0, ROW_NAME_EXTENT * pitch]
    for (const isTurned of isUpright(sector.box) ? [false, true] : [false]) {
      const { from, to } = visibleRangeOf(view, sector, isTurned)
      const maxWidth = Math.max(to - from, 3 * pitch)
      const lines = headingsOf(sector).filter((line) => this.#widths.of(ctx, line) <= maxWidth)
      const smallest = lines.at(-1)
      const spots = SPOTS.flatMap((spot) => lifts.map((lift) => ({ ...spot, lift })))
      for (const spot of smallest ? spots : []) {
        const labelOf = (line: Line) =>
          this.#labelBeside(view, sector, spot, { line, isTurned, size: this.#widths.sizeOf(ctx, [line]) })
        // If the smallest label covers seats, all of them do.
        if (smallest && labelOf(smallest)) yield* lines.flatMap((line) => labelOf(line) ?? [])
      }
    }
  }

  /** Yields positions for the name of a box where it covers no seat and is close to no other box. */
  *#namesOfBox(ctx: CanvasRenderingContext2D, view: View, { row, box }: SeatBox): Generator<Label> {
    const sector = this.#scene.model.sectors[row.sector]
    const isComfortable = view.k * this.#scene.model.pitch >= detailLevels.comfortable
    const lines: Line[] = [{ text: texts.rowName(row.name), style: isComfortable ? 'plain' : 'tiny' }]
    const size = this.#widths.sizeOf(ctx, lines)
    for (const spot of spotsBeside(boxOnMap(view, box), size)) {
      if (sector && !this.#coversOthers(view, sector, spot.keepClear)) yield { lines, box: spot.box, strength: 1 }
    }
  }

  #labelBeside(view: FramedView, sector: SeatSector, spot: Spot, { line, size, isTurned }: Heading): Label | undefined {
    const axis = isTurned ? 'y' : 'x'
    const { from, to } = visibleRangeOf(view, sector, isTurned)
    const along = from + size.width / 2 + Math.max(0, to - from - size.width) * spot.share
    const end = (side: number) => (along + (side * size.width) / 2 - view[axis]) / view.k
    const extent = this.#edgeOf(sector, axis).between(end(-1), end(1))
    if (!extent) return undefined
    const edge = (spot.side < 0 ? extent.low : extent.high) * view.k + view[isTurned ? 'x' : 'y']
    // Beyond row names outside the map, the sector's name would be among other sectors.
    if (spot.lift > 0 && (edge < 0 || edge > (isTurned ? view.size.width : view.size.height))) return undefined
    // A name below its sector needs more distance to the next sector, or it could be read as the next one's name.
    const depths = spot.side < 0 ? [0.5] : [0.5, 1.5]
    const boxes = depths.map((depth) => {
      const across = edge + spot.side * (depth * (size.height + PADDING) + LINE_GAP + spot.lift)
      return isTurned
        ? boxAround({ x: across, y: along }, { width: size.height, height: size.width })
        : boxAround({ x: along, y: across }, size)
    })
    const [box] = boxes
    if (!box || boxes.some((each) => this.#coversOthers(view, sector, each))) return undefined
    return { lines: [line], box, strength: 1, isTurned }
  }

  #coversOthers(view: View, sector: SeatSector, box: Box): boolean {
    const other = this.#scene.index.sectorAt(planPoint(view, centreOf(box)))
    return (other !== undefined && other !== sector) || this.#coversSeats(view, box)
  }

  #edgeOf(sector: SeatSector, axis: 'x' | 'y'): SectorEdge {
    const key = `${axis}${sector.index}`
    const edge = this.#edges.get(key) ?? new SectorEdge(this.#scene.model, sector, axis)
    this.#edges.set(key, edge)
    return edge
  }

  #coversSeats(view: View, { x, y, width, height }: Box): boolean {
    const covered = { ...planPoint(view, { x, y }), width: width / view.k, height: height / view.k }
    return this.#scene.index.within(widened(covered, this.#scene.model.pitch * SEAT_RADIUS)).length > 0
  }

  /**
   * Returns a label with name and price at the top of the sector in the middle of the map, or of the map itself.
   * Returns undefined while the sector's own label is completely visible.
   */
  #pinned(ctx: CanvasRenderingContext2D, view: FramedView, sector: SeatSector): Label | undefined {
    const { size, buttons } = view
    const own = this.#labelsOf(ctx, view, sector).next().value
    if (own && isOnMap(own.box, size) && !overlaps(own.box, buttons)) return undefined
    const lines = headingsOf(sector).slice(0, 1)
    const box = boxAround({ x: 0, y: 0 }, this.#widths.sizeOf(ctx, lines))
    const { from, to } = visibleRangeOf(view, sector, false)
    const x = Math.max(0, Math.min(size.width - box.width, (from + to - box.width) / 2))
    const wanted = { ...box, x, y: Math.max(6, boxOnMap(view, sector.box).y - box.height) }
    const first = clearOfButtons(wanted, buttons)
    // There may be room between the first visible rows.
    const depths = Array.from({ length: DEPTHS }, (_, at) => first.y + at * DEPTH)
    const y = depths.find((depth) => !this.#coversSeats(view, { ...first, y: depth })) ?? first.y
    return { lines, box: { ...first, y }, strength: 1 }
  }

  #write(ctx: CanvasRenderingContext2D, view: View, label: Label, { isAvailable }: SeatSector): void {
    const { model, palette } = this.#scene
    const { lines, box, isTurned, strength } = label
    // A translucent plate over single seats would make them look taken.
    const hasHalo = view.k * model.pitch >= detailLevels.seats
    ctx.save()
    ctx.translate(box.x + box.width / 2, box.y + box.height / 2)
    if (!hasHalo) {
      ctx.fillStyle = palette.surface
      ctx.globalAlpha = PLATE_OPACITY
      ctx.beginPath()
      ctx.roundRect(-box.width / 2, -box.height / 2, box.width, box.height, 5)
      ctx.fill()
    }
    ctx.globalAlpha = MIN_OPACITY + (1 - MIN_OPACITY) * strength
    ctx.strokeStyle = palette.surface
    ctx.lineJoin = 'round'
    ctx.lineWidth = 2 * HALO
    if (isTurned) ctx.rotate(-Math.PI / 2)
    let y = -heightOf(lines) / 2
    for (const line of lines) {
      const { font, height } = textStyleOf(line)
      const isPlain = strength === 1 && (line.style === 'plain' || line.style === 'tiny')
      ctx.font = font
      ctx.fillStyle = isPlain || !isAvailable ? palette.dim : palette.ink
      if (hasHalo) ctx.strokeText(line.text, 0, y + height * 0.53)
      ctx.fillText(line.text, 0, y + height * 0.53)
      y += height
    }
    ctx.restore()
  }

  #drawFocusName(ctx: CanvasRenderingContext2D, view: View): Box {
    const at = mapPoint(view, this.#scene.model.focus)
    const size = this.#widths.sizeOf(ctx, [this.#focusName])
    ctx.font = textStyleOf(this.#focusName).font
    ctx.fillStyle = this.#scene.palette.dim
    ctx.fillText(this.#focusName.text, at.x, at.y)
    return widened(boxAround(at, size), 2)
  }
}
