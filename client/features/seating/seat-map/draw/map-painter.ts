import { overlaps, type Box } from '#client/features/seating/box.ts'
import type { SeatSector } from '#client/features/seating/seat-model.ts'
import { Labels } from '../labels/labels.ts'
import type { RowMargin } from '../labels/row-margins.ts'
import { detailLevels } from './detail-levels.ts'
import type { Focus } from './focus-box.ts'
import { drawMarkers, type Highlights } from './markers.ts'
import { drawFocus, drawSector, drawSectorArea } from './draw-sectors.ts'
import { contextOf, type Scene } from './draw-target.ts'
import { TileLayer } from './tile-layer.ts'
import { planPoint, visiblePart, type Size, type View } from '../view.ts'

/** The time in milliseconds after which a frame starts no more new tiles: shorter while the scale changes. */
const TIME_BUDGET_MS = { zooming: 3, resting: 8 }

/** The largest number of places that the first frame draws without tiles. */
const MAX_PLACES_AT_ONCE = 8_000

/** The delay from the last change of the scale to the redraw at full sharpness. */
export const SETTLE_DELAY_MS = 120

/** Device pixels per css pixel from which single pixels are invisible. */
const HIGH_DENSITY = 1.5

export type Canvases = { readonly map: HTMLCanvasElement; readonly overlay: HTMLCanvasElement }

/** Draws a scene on two canvases: the map, and an overlay with the markers. */
export class MapPainter {
  /** Device pixels per css pixel. */
  readonly density: number
  readonly #scene: Scene
  readonly #map: CanvasRenderingContext2D
  readonly #overlay: CanvasRenderingContext2D
  readonly #labels: Labels
  readonly #tiles: TileLayer
  readonly #focus: Box | undefined
  #size: Size = { width: 0, height: 0 }
  #isFirst = true
  // The previous painter may have left markers.
  #hasMarkers = true

  constructor(canvases: Canvases, scene: Scene, { density, focus }: { density: number; focus: Focus }) {
    this.#scene = scene
    this.density = density
    this.#focus = focus.box
    this.#labels = new Labels(scene, focus)
    this.#tiles = new TileLayer(scene, density, this.#focus)
    this.#map = contextOf(canvases.map, { alpha: false })
    this.#overlay = contextOf(canvases.overlay, {})
  }

  /** Sizes the canvases for the map's size on the page in css pixels. */
  resize(size: Size): void {
    this.#size = size
    const [width, height] = [Math.round(size.width * this.density), Math.round(size.height * this.density)]
    for (const { canvas } of [this.#map, this.#overlay]) {
      // Setting an unchanged size would clear the canvas and reallocate its memory.
      if (canvas.width !== width) canvas.width = width
      if (canvas.height !== height) canvas.height = height
    }
  }

  /** Draws the map. Returns whether it is complete; if not, the next call draws more. */
  drawMap(view: View, { isZooming, hasLabels }: { isZooming: boolean; hasLabels: boolean }): boolean {
    const ctx = this.#map
    ctx.setTransform(1, 0, 0, 1, 0, 0)
    ctx.fillStyle = this.#scene.palette.surface
    ctx.fillRect(0, 0, ctx.canvas.width, ctx.canvas.height)
    const isComplete = this.#drawPlan(ctx, view, isZooming)
    if (hasLabels) this.drawLabels(view)
    this.#isFirst = false
    return isComplete
  }

  /** Finds out in advance, in steps, what the labels of a view need, so that drawing them takes less time at once. */
  prepareLabels(view: View): Generator<void> {
    return this.#labels.prepare(this.#map, view, this.#size)
  }

  /** Draws the labels over the map. */
  drawLabels(view: View): void {
    const ctx = this.#map
    ctx.setTransform(this.density, 0, 0, this.density, 0, 0)
    const { width, height } = this.#size
    const middle = planPoint(view, { x: width / 2, y: height / 2 })
    this.#labels.draw(ctx, view, this.#size, this.#scene.index.sectorAt(middle))
  }

  /** Draws the markers on the overlay. */
  drawMarkers(view: View, highlights: Highlights): void {
    const own = Object.values(this.#scene.availability.own)
    const isAnyOwn = own.some(({ size }) => size > 0) || highlights.chosen.size > 0
    const hasMarkers = isAnyOwn || highlights.hovered !== undefined || highlights.candidate !== undefined
    if (!hasMarkers && !this.#hasMarkers) return
    this.#hasMarkers = hasMarkers
    const ctx = this.#overlay
    ctx.setTransform(this.density, 0, 0, this.density, 0, 0)
    ctx.clearRect(0, 0, this.#size.width, this.#size.height)
    drawMarkers(ctx, this.#scene, view, highlights)
    for (const { box } of this.margins) ctx.clearRect(box.x, box.y, box.width, box.height)
  }

  /** Prepares tiles that only the frames after the first one need. Returns whether none is missing. */
  warmUp(view: View): boolean {
    if (!this.#hasTiles(view)) return true
    const until = performance.now() + TIME_BUDGET_MS.resting
    return this.#tiles.prepare(view, this.#size, { k: view.k, until }).isComplete
  }

  /** The margins over the map, below which no seats are visible. */
  get margins(): readonly RowMargin[] {
    return this.#labels.margins
  }

  /** Whether a sector is labelled with its number instead of its name. */
  isNumbered(sector: SeatSector): boolean {
    return this.#labels.isNumbered(sector)
  }

  /** The sectors whose label is a number that is not part of their name. */
  get keyedSectors(): number[] {
    return this.#labels.keyedSectors
  }

  /** Redraws some places for the next `drawMap`. */
  redraw(indexes: readonly number[]): void {
    this.#tiles.redraw(indexes)
  }

  #drawPlan(ctx: CanvasRenderingContext2D, view: View, isZooming: boolean): boolean {
    if (!this.#hasTiles(view)) {
      this.#drawSectors(ctx, view, drawSectorArea)
      return true
    }
    if (this.#isFirst && this.#scene.model.count <= MAX_PLACES_AT_ONCE) {
      this.#tiles.drawAtOnce(ctx, view, this.#size)
      return true
    }
    const k = isZooming ? nearestStep(view.k) : view.k
    const coverage = this.#tiles.prepare(view, this.#size, {
      k,
      until: performance.now() + (isZooming ? TIME_BUDGET_MS.zooming : TIME_BUDGET_MS.resting),
    })
    if (!coverage.isComplete) this.#drawSectors(ctx, view, drawSector)
    // Smoothing many small pixels is slow, and invisible while they move.
    ctx.imageSmoothingEnabled = !isZooming || this.density < HIGH_DENSITY
    this.#tiles.draw(ctx, view, this.#size, coverage)
    ctx.imageSmoothingEnabled = true
    return coverage.isComplete
  }

  #hasTiles({ k }: View): boolean {
    return k * this.#scene.model.pitch >= detailLevels.seats
  }

  /** Draws the stage and the visible sectors without seats. */
  #drawSectors(ctx: CanvasRenderingContext2D, { k, x, y }: View, draw: typeof drawSector): void {
    const { density } = this
    const target = { ctx, scale: k * density, x: x * density, y: y * density, density }
    const visible = visiblePart({ k, x, y }, this.#size)
    if (this.#focus) drawFocus(target, this.#scene, this.#focus)
    for (const sector of this.#scene.model.sectors) {
      if (overlaps(sector.box, visible)) draw(target, this.#scene, sector)
    }
  }
}

/** Rounds a scale to a power of two. While zooming, tiles are drawn only at these scales and stretched in between. */
function nearestStep(k: number): number {
  return 2 ** Math.round(Math.log2(k))
}
