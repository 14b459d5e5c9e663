import { centreOf, overlaps, widened, type Box, type Point } from '#client/features/seating/box.ts'
import type { SeatSector } from '#client/features/seating/seat-model.ts'
import { texts } from '#client/features/seating/seating.texts.ts'
import { spotsBeside } from './box-names.ts'
import {
  besideButtons,
  boxAround,
  faceOf,
  groundOf,
  heightOf,
  leastWidthOf,
  isInSight,
  isRoomIn,
  isUpright,
  middleOf,
  PADDING,
  seenBox,
  stretchOf,
  TextWidths,
  type Ground,
  type Sight,
} from './label-layout.ts'
import { headingsOf, wordingsOf, wordingsOverSeats, type Line } from './label-wordings.ts'
import { levels } from '../draw/levels.ts'
import { RowLetters, writeRowLetters } from './row-letters.ts'
import { SectorEdge } from '../draw/sector-edge.ts'
import type { Scene } from '../draw/draw-target.ts'
import { Tables, type SeatBox } from '../draw/tables.ts'
import { mapPoint, planPoint, type Frame, type Size, type View } from '../view.ts'

/** How much is left of the letters over seats when these are just too small to be chosen. */
const FAINTEST = 0.8

/** How much the ground below a label hides of a picture in which no seat is drawn singly. */
const PLATE = 0.75

/** Css pixels around letters, so that they are read over seats of any colour. */
const HALO = 2.25

/** So much of their edges, in css pixels, two labels may share. */
const EDGE = 2

/** How far a seat reaches around its middle, in seats' distances. */
const SEAT = 0.35

/** Where beside a sector its name may stand, the best first: on which side, and how far along it. */
const SPOTS = [-1, 1].flatMap((side) => [0.5, 0, 1].map((share) => ({ side, share })))

/** How many places one below the other a name at the edge of the map may take, and css pixels from one to the next. */
const [DEPTHS, DEPTH] = [16, 4]

/** How far beyond a sector's seats, in seats' distances, the names of its rows reach. */
const LIFT = 0.85

/** Css pixels between a line and what it stands beside. */
const LINE_GAP = 2

type Spot = (typeof SPOTS)[number] & { readonly lift: number }
type Heading = { readonly line: Line; readonly size: Size; readonly isTurned: boolean }

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
  readonly #middles: readonly Point[]
  readonly #grounds: readonly Ground[]
  readonly #edges = new Map<string, SectorEdge>()
  readonly #tables: Tables
  readonly #rowLetters: RowLetters

  constructor(scene: Scene, focusName: string) {
    const { model } = scene
    this.#scene = scene
    this.#focusName = { text: focusName, style: 'strong' }
    this.#tables = new Tables(model)
    this.#rowLetters = new RowLetters(scene, this.#tables)
    this.#middles = model.sectors.map((sector) => middleOf(model, sector))
    this.#grounds = model.sectors.map((sector) => groundOf(model, sector))
  }

  /** Draws the labels of what is seen. `at` is the sector in the middle of the map, which always keeps its name. */
  draw(ctx: CanvasRenderingContext2D, view: View, frame: Frame, at: SeatSector | undefined): void {
    ctx.textAlign = 'center'
    ctx.textBaseline = 'middle'
    const map = { x: 0, y: 0, ...frame.size }
    const sight = { ...view, ...frame }
    const pitch = view.k * this.#scene.model.pitch
    const letters = pitch < levels.numbers ? [] : this.#rowLetters.in(view, frame.size)
    const taken: Box[] = [frame.buttons, this.#drawFocusName(ctx, view)]
    const isFree = (box: Box, others: readonly Box[]) =>
      isInSight(box, frame.size) && !others.some((other) => overlaps(other, widened(box, -EDGE)))
    const lettered = letters.flat().map(({ box }) => box)
    const putFirst = (labelsOf: () => Iterable<Label>, sector: SeatSector) => {
      // The name of a row gives way where there is no other room.
      for (const others of lettered.length > 0 ? [[...taken, ...lettered], taken] : [taken]) {
        for (const label of labelsOf()) {
          if (!isFree(label.box, others)) continue
          taken.push(label.box)
          return this.#write(ctx, view, label, sector)
        }
      }
    }
    const pinned = at && pitch >= levels.round ? this.#pinned(ctx, sight, at) : undefined
    if (at && pinned) putFirst(() => [pinned], at)
    const sectors = this.#scene.model.sectors.filter(({ box }) => overlaps(seenBox(view, box), map))
    for (const sector of sectors) {
      if (!pinned || sector !== at) putFirst(() => this.#labelsOf(ctx, sight, sector), sector)
    }
    if (pitch < levels.numbers) return
    for (const sector of sectors) {
      for (const box of this.#tables.boxesIn(sector)) {
        if (overlaps(seenBox(view, box.box), map)) putFirst(() => this.#namesOfBox(ctx, view, box), sector)
      }
    }
    writeRowLetters(ctx, this.#scene, { letters, take: (box) => isFree(box, taken) && taken.push(box) > 0 })
  }

  /** What may be written of a sector, the best first. */
  *#labelsOf(ctx: CanvasRenderingContext2D, view: Sight, sector: SeatSector): Generator<Label> {
    const pitch = view.k * this.#scene.model.pitch
    if (pitch < levels.apart || sector.rows.length === 0) {
      yield* this.#badgesOf(ctx, view, sector, { wordings: wordingsOf(this.#scene, sector), strength: 1 })
      // Where seats are not yet drawn one by one there are hundreds of sectors, and looking around each takes long.
      if (pitch >= levels.seats || sector.rows.length === 0) yield* this.#headsOf(ctx, view, sector)
      return
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
    const [middle, room] = [this.#middles[sector.index], this.#grounds[sector.index]]
    if (!middle || !room) return
    const at = mapPoint(view, middle)
    const ground = seenBox(view, room.box)
    const isNarrow = isUpright(ground)
    const around = strength < 1 ? 2 : 1
    for (const lines of wordings) {
      // Measuring is dear: most of a large house is too small for any line at all.
      if (heightOf(lines) > (isNarrow ? ground.width : ground.height)) continue
      if (leastWidthOf(lines) > Math.max(ground.width, ground.height)) continue
      const { width, height } = this.#widths.sizeOf(ctx, lines)
      if (isRoomIn(room, view, at, { width, height: height * around }))
        yield { lines, box: boxAround(at, { width, height }), strength }
      if (isNarrow && isRoomIn(room, view, at, { width: height * around, height: width }))
        yield { lines, box: boxAround(at, { width: height, height: width }), strength, isTurned: true }
    }
  }

  /** One line beside the sector's places, where it covers none of them: above or below, or turned to a side. */
  *#headsOf(ctx: CanvasRenderingContext2D, view: Sight, sector: SeatSector): Generator<Label> {
    const pitch = view.k * this.#scene.model.pitch
    const lifts = pitch < levels.numbers ? [0] : [0, LIFT * pitch]
    for (const isTurned of isUpright(sector.box) ? [false, true] : [false]) {
      const { from, to } = stretchOf(view, sector, isTurned)
      const most = Math.max(to - from, 3 * pitch)
      const lines = headingsOf(sector).filter((line) => this.#widths.of(ctx, line) <= most)
      const smallest = lines.at(-1)
      const spots = SPOTS.flatMap((spot) => lifts.map((lift) => ({ ...spot, lift })))
      for (const spot of smallest ? spots : []) {
        const labelOf = (line: Line) =>
          this.#beside(view, sector, spot, { line, isTurned, size: this.#widths.sizeOf(ctx, [line]) })
        // Where the smallest covers seats, all of them do.
        if (smallest && labelOf(smallest)) yield* lines.flatMap((line) => labelOf(line) ?? [])
      }
    }
  }

  /** The name of a box beside it, where it covers no seat and is near to no other. */
  *#namesOfBox(ctx: CanvasRenderingContext2D, view: View, { row, box }: SeatBox): Generator<Label> {
    const sector = this.#scene.model.sectors[row.sector]
    const isComfortable = view.k * this.#scene.model.pitch >= levels.comfortable
    const lines: Line[] = [{ text: texts.rowName(row.name), style: isComfortable ? 'plain' : 'tiny' }]
    const size = this.#widths.sizeOf(ctx, lines)
    for (const spot of spotsBeside(seenBox(view, box), size)) {
      if (sector && !this.#coversOthers(view, sector, spot.clear)) yield { lines, box: spot.box, strength: 1 }
    }
  }

  #beside(view: Sight, sector: SeatSector, spot: Spot, { line, size, isTurned }: Heading): Label | undefined {
    const axis = isTurned ? 'y' : 'x'
    const { from, to } = stretchOf(view, sector, isTurned)
    const along = from + size.width / 2 + Math.max(0, to - from - size.width) * spot.share
    const end = (side: number) => (along + (side * size.width) / 2 - view[axis]) / view.k
    const reach = this.#edgeOf(sector, axis).between(end(-1), end(1))
    if (!reach) return undefined
    const edge = (spot.side < 0 ? reach.low : reach.high) * view.k + view[isTurned ? 'x' : 'y']
    // Beyond the names of rows that are out of sight a sector's own would stand among strangers.
    if (spot.lift > 0 && (edge < 0 || edge > (isTurned ? view.size.width : view.size.height))) return undefined
    // Below a sector nothing else may follow close by: a name there would be taken for the next one's.
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
    const stranger = this.#scene.index.sectorAt(planPoint(view, centreOf(box)))
    return (stranger !== undefined && stranger !== sector) || this.#coversSeats(view, box)
  }

  #edgeOf(sector: SeatSector, axis: 'x' | 'y'): SectorEdge {
    const key = `${axis}${sector.index}`
    const edge = this.#edges.get(key) ?? new SectorEdge(this.#scene.model, sector, axis)
    this.#edges.set(key, edge)
    return edge
  }

  #coversSeats(view: View, { x, y, width, height }: Box): boolean {
    const covered = { ...planPoint(view, { x, y }), width: width / view.k, height: height / view.k }
    return this.#scene.index.within(widened(covered, this.#scene.model.pitch * SEAT)).length > 0
  }

  /**
   * The name and price of the sector the map has been moved into, above what is seen of it or at the top: in place of
   * its own label once that is not all in sight.
   */
  #pinned(ctx: CanvasRenderingContext2D, view: Sight, sector: SeatSector): Label | undefined {
    const { size, buttons } = view
    const own = this.#labelsOf(ctx, view, sector).next().value
    if (own && isInSight(own.box, size) && !overlaps(own.box, buttons)) return undefined
    const lines = headingsOf(sector).slice(0, 1)
    const box = boxAround({ x: 0, y: 0 }, this.#widths.sizeOf(ctx, lines))
    const { from, to } = stretchOf(view, sector, false)
    const x = Math.max(0, Math.min(size.width - box.width, (from + to - box.width) / 2))
    const wanted = { ...box, x, y: Math.max(6, seenBox(view, sector.box).y - box.height) }
    const first = besideButtons(wanted, buttons)
    // Between the first rows that are seen there may be room for it.
    const depths = Array.from({ length: DEPTHS }, (_, at) => first.y + at * DEPTH)
    const y = depths.find((depth) => !this.#coversSeats(view, { ...first, y: depth })) ?? first.y
    return { lines, box: { ...first, y }, strength: 1 }
  }

  #write(ctx: CanvasRenderingContext2D, view: View, label: Label, { isAvailable }: SeatSector): void {
    const { model, palette } = this.#scene
    const { lines, box, isTurned, strength } = label
    // Seats drawn singly would look taken below a veil.
    const hasHalo = view.k * model.pitch >= levels.seats
    ctx.save()
    ctx.translate(box.x + box.width / 2, box.y + box.height / 2)
    if (!hasHalo) {
      ctx.fillStyle = palette.surface
      ctx.globalAlpha = PLATE
      ctx.beginPath()
      ctx.roundRect(-box.width / 2, -box.height / 2, box.width, box.height, 5)
      ctx.fill()
    }
    ctx.globalAlpha = FAINTEST + (1 - FAINTEST) * strength
    ctx.strokeStyle = palette.surface
    ctx.lineJoin = 'round'
    ctx.lineWidth = 2 * HALO
    if (isTurned) ctx.rotate(-Math.PI / 2)
    let y = -heightOf(lines) / 2
    for (const line of lines) {
      const { font, height } = faceOf(line)
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
    ctx.font = faceOf(this.#focusName).font
    ctx.fillStyle = this.#scene.palette.dim
    ctx.fillText(this.#focusName.text, at.x, at.y)
    return widened(boxAround(at, size), 2)
  }
}
