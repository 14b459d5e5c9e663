import { boundsOf, overlaps, widened, type Box, type Point } from '#client/features/seating/box.ts'
import type { SeatSector } from '#client/features/seating/seat-model.ts'
import {
  boxAround,
  textStyleOf,
  labelAreaOf,
  heightOf,
  minWidthOf,
  isOnMap,
  fitsIn,
  labelCentreOf,
  boxOnMap,
  visibleRangeOf,
  TextWidths,
  type LabelArea,
  type FramedView,
} from './label-layout.ts'
import {
  hasOwnNumber,
  headingsOf,
  LABEL_CONTENTS,
  labelLinesOf,
  numberOf,
  numbersOf,
  isPriced,
  type LabelContent,
  type Line,
} from './label-lines.ts'
import { FarLabels } from './far-labels.ts'
import { LabelsBeside } from './labels-beside.ts'
import { numberAcross } from './number-across.ts'
import { detailLevels } from '../draw/detail-levels.ts'
import { type Label, writeLabel } from './write-label.ts'
import { RowLetters, drawRowLetters } from './row-letters.ts'
import { clearMargins, rowMarginsOf, type RowMargin } from './row-margins.ts'
import type { Scene } from '../draw/draw-target.ts'
import type { Focus } from '../draw/focus-box.ts'
import { mapPoint, type Size, type View } from '../view.ts'

/** The allowed overlap of two labels in css pixels. */
const MAX_OVERLAP = 2

/** The number of positions tried for a name at the top of the map, and their distance in css pixels. */
const [DEPTHS, DEPTH] = [16, 4]

/** Draws names, prices and free places over the map: as many as fit without overlap. */
export class Labels {
  readonly #scene: Scene
  readonly #focusName: Line
  readonly #focusBox: Box | undefined
  readonly #widths = new TextWidths()
  readonly #centres: readonly Point[]
  readonly #areas: readonly LabelArea[]
  readonly #numbered = new Set<SeatSector>()
  #content: { readonly k: number; readonly content: LabelContent } | undefined
  readonly #rowLetters: RowLetters
  readonly #far: FarLabels
  readonly #beside: LabelsBeside
  #margins: readonly RowMargin[] = []

  constructor(scene: Scene, focus: Focus) {
    const { model } = scene
    this.#scene = scene
    this.#focusName = { text: focus.name, style: 'strong' }
    this.#focusBox = focus.box
    this.#rowLetters = new RowLetters(scene)
    this.#far = new FarLabels(scene, this.#widths)
    this.#beside = new LabelsBeside(scene, this.#widths)
    this.#centres = model.sectors.map((sector) => labelCentreOf(model, sector))
    this.#areas = model.sectors.map((sector) => labelAreaOf(model, sector))
  }

  /**
   * Measures names, and finds the form of the labels or the room beside the rows in a view, in steps that a task each
   * may take. `draw` uses the results, which are kept.
   */
  *prepare(ctx: CanvasRenderingContext2D, view: View, size: Size): Generator<void> {
    const names = this.#scene.model.sectors.map(({ name }): Line => ({ text: name, style: 'strong' }))
    for (const line of [this.#focusName, ...names]) this.#widths.of(ctx, line)
    yield
    const pitch = view.k * this.#scene.model.pitch
    if (pitch < detailLevels.seats) this.#far.prepare(ctx, view)
    if (pitch >= detailLevels.round) this.#rowLetters.in(view, size)
  }

  /** Draws the labels of a view. `at` is the sector in the middle of the map, whose name is always shown. */
  draw(ctx: CanvasRenderingContext2D, view: View, size: Size, at: SeatSector | undefined): void {
    this.#numbered.clear()
    ctx.textAlign = 'center'
    ctx.textBaseline = 'middle'
    const map = { x: 0, y: 0, ...size }
    const framed = { ...view, size }
    const pitch = view.k * this.#scene.model.pitch
    const letters = pitch < detailLevels.round ? [] : this.#rowLetters.in(view, size)
    this.#margins = rowMarginsOf(letters, size)
    clearMargins(ctx, this.#scene, this.#margins)
    const taken: Box[] = [this.#drawFocusName(ctx, view)]
    const isFree = (box: Box, others: readonly Box[]) =>
      isOnMap(box, size) && !others.some((other) => overlaps(other, widened(box, -MAX_OVERLAP)))
    const letterBoxes = letters.flat().map(({ box }) => box)
    const placeFirst = (labelsOf: () => Iterable<Label>, used: Box[]): Label | undefined => {
      // If there is no other room, the label displaces row names.
      for (const others of letterBoxes.length > 0 ? [[...used, ...letterBoxes], used] : [used]) {
        for (const label of labelsOf()) {
          if (!isFree(label.box, others)) continue
          used.push(label.box)
          return label
        }
      }
      return undefined
    }
    const writeFirst = (labelsOf: () => Iterable<Label>, sector: SeatSector) => {
      const label = placeFirst(labelsOf, taken)
      if (label?.lines[0]?.text === sector.number) this.#numbered.add(sector)
      if (label) writeLabel(ctx, this.#scene, { view, label, sector })
    }
    const pinned = at && pitch >= detailLevels.round ? this.#pinned(ctx, framed, at) : undefined
    if (at && pinned) writeFirst(() => [pinned], at)
    const sectors = this.#scene.model.sectors.filter(({ box }) => overlaps(boxOnMap(view, box), map))
    if (this.#content?.k !== view.k && pitch >= detailLevels.seats) {
      this.#content = { k: view.k, content: 'price' }
      const used = [...taken]
      const isPriced = (sector: SeatSector) =>
        placeFirst(() => this.#labelsOf(ctx, framed, sector), used)?.hasPrice ?? false
      const isWholePlan = sectors.length === this.#scene.model.sectors.length
      if ((pitch < detailLevels.round || isWholePlan) && !sectors.every(isPriced))
        this.#content = { k: view.k, content: 'name' }
    }
    for (const sector of sectors) {
      if (!pinned || sector !== at) writeFirst(() => this.#labelsOf(ctx, framed, sector), sector)
    }
    if (pitch < detailLevels.round) return
    drawRowLetters(ctx, this.#scene, { letters, take: (box) => isFree(box, taken) && taken.push(box) > 0 })
    for (const sector of sectors) {
      for (const box of this.#scene.index.tables.boxesIn(sector)) {
        if (overlaps(boxOnMap(view, box.box), map)) writeFirst(() => this.#beside.ofBox(ctx, view, box), sector)
      }
    }
  }

  /** The margins that were drawn last. */
  get margins(): readonly RowMargin[] {
    return this.#margins
  }

  /** Whether the last drawn label of a sector was its number. */
  isNumbered(sector: SeatSector): boolean {
    return this.#numbered.has(sector)
  }

  /** The sectors whose last drawn label was a number that is not part of their name. */
  get keyedSectors(): number[] {
    return [...this.#numbered].filter((sector) => !hasOwnNumber(sector)).map(({ index }) => index)
  }

  /** Yields the possible labels of a sector, the best first. */
  *#labelsOf(ctx: CanvasRenderingContext2D, view: FramedView, sector: SeatSector): Generator<Label> {
    const pitch = view.k * this.#scene.model.pitch
    if (pitch < detailLevels.seats) {
      yield* this.#far.of(ctx, view, sector)
      yield* this.#beside.of(ctx, view, sector, numbersOf(sector).slice(1))
      return yield* numberAcross({ scene: this.#scene, widths: this.#widths }, ctx, view, sector)
    }
    const hasPrices = this.#content?.content !== 'name'
    if (sector.rows.length === 0) {
      for (const content of hasPrices ? LABEL_CONTENTS : (['name'] as const))
        yield* this.#labelsInside(ctx, view, sector, labelLinesOf(this.#scene, sector, content))
    }
    const headings = headingsOf(sector, hasPrices)
    yield* this.#beside.of(ctx, view, sector, headings)
    if (pitch >= detailLevels.round) return
    if (sector.rows.length === 0)
      return yield* numberAcross({ scene: this.#scene, widths: this.#widths }, ctx, view, sector)
    const lines = headings.map((heading) => [heading])
    yield* this.#labelsInside(ctx, view, sector, lines)
    yield* this.#beside.of(ctx, view, sector, [numberOf(sector)])
    yield* this.#labelsInside(ctx, view, sector, [[numberOf(sector)]])
  }

  /** Yields labels that fit into the middle of the sector. */
  *#labelsInside(
    ctx: CanvasRenderingContext2D,
    view: View,
    sector: SeatSector,
    variants: readonly (readonly Line[])[],
  ): Generator<Label> {
    const [centre, area] = [this.#centres[sector.index], this.#areas[sector.index]]
    if (!centre || !area) return
    const at = mapPoint(view, centre)
    const room = boxOnMap(view, area.box)
    for (const lines of variants) {
      // Measuring is slow, and most sectors of a large venue are too small for any line.
      if (heightOf(lines) > room.height || minWidthOf(lines) > room.width) continue
      const size = this.#widths.sizeOf(ctx, lines)
      if (fitsIn(area, view, at, size))
        yield { lines, box: boxAround(at, size), isOver: true, hasPrice: isPriced(lines) }
    }
  }

  /**
   * Returns a label with name and price at the top of the sector in the middle of the map, or of the map itself.
   * Returns undefined while the sector's own label is completely visible.
   */
  #pinned(ctx: CanvasRenderingContext2D, view: FramedView, sector: SeatSector): Label | undefined {
    const { size } = view
    const own = this.#labelsOf(ctx, view, sector).next().value
    if (own && isOnMap(own.box, size)) return undefined
    const lines = headingsOf(sector, true).slice(0, 1)
    const box = boxAround({ x: 0, y: 0 }, this.#widths.sizeOf(ctx, lines))
    const { from, to } = visibleRangeOf(view, sector)
    const x = Math.max(0, Math.min(size.width - box.width, (from + to - box.width) / 2))
    const first = { ...box, x, y: Math.max(6, boxOnMap(view, sector.box).y - box.height) }
    // There may be room between the first visible rows.
    const depths = Array.from({ length: DEPTHS }, (_, at) => first.y + at * DEPTH)
    const y = depths.find((depth) => !this.#beside.coversSeats(view, { ...first, y: depth })) ?? first.y
    return { lines, box: { ...first, y }, isOver: this.#beside.coversSeats(view, { ...first, y }) }
  }

  #drawFocusName(ctx: CanvasRenderingContext2D, view: View): Box {
    const at = mapPoint(view, this.#scene.model.focus)
    const size = this.#widths.sizeOf(ctx, [this.#focusName])
    ctx.font = textStyleOf(this.#focusName).font
    ctx.fillStyle = this.#scene.palette.dim
    ctx.fillText(this.#focusName.text, at.x, at.y)
    const name = widened(boxAround(at, size), 2)
    return this.#focusBox ? boundsOf([name, boxOnMap(view, this.#focusBox)]) : name
  }
}
