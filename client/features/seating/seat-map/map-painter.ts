import type { Box } from '../box.ts'
import { Labels } from './labels.ts'
import { levels } from './levels.ts'
import { drawMarks, type Marks } from './marks.ts'
import { Overview } from './overview.ts'
import { contextOf, type Scene } from './sheet.ts'
import { TileLayer } from './tile-layer.ts'
import { planPoint, scaleToFit, type Frame, type View } from './view.ts'

/** How many seats a frame may draw onto new tiles: few while the scale changes, many in the first picture of all. */
const efforts = { zooming: 400, resting: 2_500, first: 8_000 }

/** How long after the last change of scale the picture is made sharp. */
export const SETTLED_AFTER = 120

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
  #hasMarks = false

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
    for (const { canvas } of [this.#map, this.#marks]) {
      canvas.width = Math.round(size.width * this.density)
      canvas.height = Math.round(size.height * this.density)
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

  /** Brings some places up to date; the next `drawMap` shows them. */
  redraw(indexes: readonly number[]): void {
    this.#overview?.redraw(indexes)
    this.#tiles.redraw(indexes)
  }

  #drawPlan(ctx: CanvasRenderingContext2D, view: View, isZooming: boolean): boolean {
    if (view.k * this.#scene.model.pitch < levels.seats) {
      this.#overviewNow().draw(ctx, view, this.density)
      return true
    }
    const k = isZooming ? nearStep(view.k) : view.k
    const effort = this.#isFirst ? efforts.first : isZooming ? efforts.zooming : efforts.resting
    const coverage = this.#tiles.prepare(view, this.#frame.size, { k, effort })
    if (!coverage.isComplete) this.#overviewNow().draw(ctx, view, this.density)
    this.#tiles.draw(ctx, view, this.#frame.size, coverage)
    return coverage.isComplete
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
