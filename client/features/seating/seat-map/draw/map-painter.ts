import type { Box } from '#client/features/seating/box.ts'
import { Labels } from '../labels/labels.ts'
import { levels } from './levels.ts'
import { drawMarks, type Marks } from './marks.ts'
import { Overview } from './overview.ts'
import { contextOf, type Scene } from './draw-target.ts'
import { TileLayer } from './tile-layer.ts'
import { planPoint, scaleToFit, type Frame, type View } from '../view.ts'

/** Milliseconds after which a frame begins no other new tile: soon while the scale changes. */
const patience = { zooming: 3, resting: 8 }

/** A plan of no more places is drawn in one go the first time. */
const MOST_AT_ONCE = 8_000

/** How long after the last change of scale the picture is made sharp. */
export const SETTLED_AFTER = 120

/** Device pixels to a css pixel from which on they are not seen singly. */
const DENSE = 1.5

/** How much finer the overview is drawn than it is needed when the whole plan is seen. */
const OVERVIEW_SHARPNESS = 1.3

export type Surface = { readonly map: HTMLCanvasElement; readonly marks: HTMLCanvasElement }

/** What all eyes are on, and where it is drawn if there is room for it. */
export type Focus = { readonly name: string; readonly box: Box | undefined }

/** Draws a scene onto two canvases: the map below, what is chosen and pointed at above it. */
export class MapPainter {
  /** Device pixels to a css pixel. */
  readonly density: number
  readonly #scene: Scene
  readonly #map: CanvasRenderingContext2D
  readonly #marks: CanvasRenderingContext2D
  readonly #labels: Labels
  readonly #tiles: TileLayer
  readonly #focus: Box | undefined
  #frame: Frame = { size: { width: 0, height: 0 }, buttons: { x: 0, y: 0, width: 0, height: 0 } }
  #overview: Overview | undefined
  #isFirst = true
  // Another painter may have left some.
  #hasMarks = true

  constructor(surface: Surface, scene: Scene, { density, focus }: { density: number; focus: Focus }) {
    this.#scene = scene
    this.density = density
    this.#focus = focus.box
    this.#labels = new Labels(scene, focus.name)
    this.#tiles = new TileLayer(scene, density, this.#focus)
    this.#map = contextOf(surface.map, { alpha: false })
    this.#marks = contextOf(surface.marks, {})
  }

  /** Makes the canvases as large as the map is on the page, in css pixels. */
  resize(frame: Frame): void {
    this.#frame = frame
    const { size } = frame
    const [width, height] = [Math.round(size.width * this.density), Math.round(size.height * this.density)]
    for (const { canvas } of [this.#map, this.#marks]) {
      // Setting them to what they are would throw the picture away, and its memory with it.
      if (canvas.width !== width) canvas.width = width
      if (canvas.height !== height) canvas.height = height
    }
  }

  /** Draws the map. Answers whether it is all there; if not, another call will bring more of it. */
  drawMap(view: View, isZooming: boolean): boolean {
    const ctx = this.#map
    ctx.setTransform(1, 0, 0, 1, 0, 0)
    ctx.fillStyle = this.#scene.palette.surface
    ctx.fillRect(0, 0, ctx.canvas.width, ctx.canvas.height)
    const isComplete = this.#drawPlan(ctx, view, isZooming)
    ctx.setTransform(this.density, 0, 0, this.density, 0, 0)
    const { width, height } = this.#frame.size
    const middle = planPoint(view, { x: width / 2, y: height / 2 })
    this.#labels.draw(ctx, view, this.#frame, this.#scene.index.sectorAt(middle))
    this.#isFirst = false
    return isComplete
  }

  /** Draws what is chosen and pointed at. */
  drawMarks(view: View, marks: Marks): void {
    const { inCart, bought } = this.#scene.availability.own
    const isAnyMine = inCart.size + bought.size + marks.chosen.size > 0
    const hasMarks = isAnyMine || marks.pointed !== undefined || marks.candidate !== undefined
    if (!hasMarks && !this.#hasMarks) return
    this.#hasMarks = hasMarks
    const ctx = this.#marks
    ctx.setTransform(this.density, 0, 0, this.density, 0, 0)
    ctx.clearRect(0, 0, this.#frame.size.width, this.#frame.size.height)
    drawMarks(ctx, this.#scene, view, marks)
  }

  /** Makes what a first picture does without, and the next ones need. */
  warmUp(view: View): void {
    this.#overviewNow()
    if (this.#hasTiles(view)) this.#tiles.prepare(view, this.#frame.size, { k: view.k, until: Infinity })
  }

  /** Brings some places up to date; the next `drawMap` shows them. */
  redraw(indexes: readonly number[]): void {
    this.#overview?.redraw(indexes)
    this.#tiles.redraw(indexes)
  }

  #drawPlan(ctx: CanvasRenderingContext2D, view: View, isZooming: boolean): boolean {
    if (!this.#hasTiles(view)) {
      this.#overviewNow().draw(ctx, view, this.density)
      return true
    }
    if (this.#isFirst && this.#scene.model.count <= MOST_AT_ONCE) {
      this.#tiles.drawAtOnce(ctx, view, this.#frame.size)
      return true
    }
    const k = isZooming ? nearStep(view.k) : view.k
    const coverage = this.#tiles.prepare(view, this.#frame.size, {
      k,
      until: performance.now() + (isZooming ? patience.zooming : patience.resting),
    })
    if (!coverage.isComplete) this.#overviewNow().draw(ctx, view, this.density)
    // Small pixels are many to smoothe, and while they move nobody sees whether they are.
    ctx.imageSmoothingEnabled = !isZooming || this.density < DENSE
    this.#tiles.draw(ctx, view, this.#frame.size, coverage)
    ctx.imageSmoothingEnabled = true
    return coverage.isComplete
  }

  #hasTiles({ k }: View): boolean {
    return k * this.#scene.model.pitch >= levels.seats
  }

  #overviewNow(): Overview {
    const { width, height } = this.#scene.model
    const fit = scaleToFit({ width, height }, this.#frame.size, 0)
    this.#overview ??= new Overview(this.#scene, {
      density: this.density,
      scale: fit * OVERVIEW_SHARPNESS,
      focus: this.#focus,
    })
    return this.#overview
  }
}

/** While the scale changes, tiles are drawn at steps of it only and stretched in between. */
function nearStep(k: number): number {
  return 2 ** Math.round(Math.log2(k))
}
