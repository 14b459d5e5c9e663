import { isStanding, sectorAt } from '../seat-model.ts'
import type { Box } from '../box.ts'
import { drawFocus, drawSector } from './draw-sectors.ts'
import { lookOf, radiusOf } from './draw-seats.ts'
import { levels } from './levels.ts'
import { channelsOf, CLOSED, TAKEN } from './palette.ts'
import { contextOf, newCanvas, type Scene, type Sheet } from './sheet.ts'
import type { View } from './view.ts'

/** Device pixels of the longer side, at most. */
const LARGEST = 1536

const TAKEN_SIZE = 0.6

/** Stretched by more than this it only stands in for tiles on their way, and is not worth smoothing. */
const SMOOTH_BELOW = 1.4

/** The whole plan as one small picture. Its seats are written as pixels, so that 50,000 cost a few milliseconds. */
export class Overview {
  readonly scale: number
  readonly #scene: Scene
  readonly #sheet: Sheet

  /** `scale` is in css pixels to a plan unit. */
  constructor(scene: Scene, { scale, density, focus }: { scale: number; density: number; focus: Box | undefined }) {
    const { width, height, pitch } = scene.model
    this.scale = Math.min(LARGEST / Math.max(width, height), Math.min(scale, levels.seats / pitch) * density)
    this.#scene = scene
    const canvas = newCanvas(width * this.scale, height * this.scale)
    const ctx = contextOf(canvas, { alpha: false })
    this.#sheet = { ctx, scale: this.scale, x: 0, y: 0, density }
    ctx.fillStyle = scene.palette.surface
    ctx.fillRect(0, 0, canvas.width, canvas.height)
    if (focus) drawFocus(this.#sheet, scene, focus)
    for (const sector of scene.model.sectors) drawSector(this.#sheet, scene, sector)
    ctx.drawImage(this.#seatPicture(canvas), 0, 0)
  }

  /** Puts the picture where this view has the plan. */
  draw(ctx: CanvasRenderingContext2D, { k, x, y }: View, density: number): void {
    const { canvas } = this.#sheet.ctx
    const factor = (k * density) / this.scale
    ctx.imageSmoothingEnabled = factor < SMOOTH_BELOW
    ctx.drawImage(canvas, x * density, y * density, canvas.width * factor, canvas.height * factor)
    ctx.imageSmoothingEnabled = true
  }

  /** Brings some places up to date. */
  redraw(indexes: readonly number[]): void {
    const { ctx } = this.#sheet
    const { model, palette } = this.#scene
    for (const index of indexes) {
      const sector = sectorAt(model, index)
      if (isStanding(model, index)) {
        drawSector(this.#sheet, this.#scene, sector)
        continue
      }
      const look = lookOf(this.#scene, index)
      const ground = this.#blockOf(index, 1)
      ctx.fillStyle = palette.sectors[sector.priceClass] ?? palette.closed
      ctx.fillRect(ground.left, ground.top, ground.side, ground.side)
      const seat = this.#blockOf(index, look === TAKEN ? TAKEN_SIZE : 1)
      ctx.fillStyle = palette.seats[look] ?? palette.taken
      ctx.fillRect(seat.left, seat.top, seat.side, seat.side)
    }
  }

  #seatPicture({ width, height }: HTMLCanvasElement): HTMLCanvasElement {
    const picture = new ImageData(width, height)
    const pixels = new Uint32Array(picture.data.buffer)
    const inks = inksOf(this.#scene)
    const { model } = this.#scene
    for (let index = 0; index < model.count; index++) {
      const look = lookOf(this.#scene, index)
      if (look === CLOSED || isStanding(model, index)) continue
      const ink = inks[look] ?? 0
      const { left, top, side } = this.#blockOf(index, look === TAKEN ? TAKEN_SIZE : 1)
      for (let row = top; row < top + side; row++) {
        for (let at = row * width + left; at < row * width + left + side; at++) pixels[at] = ink
      }
    }
    const canvas = newCanvas(width, height)
    contextOf(canvas, { willReadFrequently: true }).putImageData(picture, 0, 0)
    return canvas
  }

  #blockOf(index: number, size: number): { left: number; top: number; side: number } {
    const { x, y } = this.#scene.model
    const side = Math.max(1, Math.round(2 * radiusOf(this.#scene, index) * this.scale * size))
    return {
      left: Math.round((x[index] ?? 0) * this.scale - side / 2),
      top: Math.round((y[index] ?? 0) * this.scale - side / 2),
      side,
    }
  }
}

/** Every look as a pixel: red, green, blue and alpha in the byte order of an `ImageData`. */
function inksOf({ palette }: Scene): Uint32Array {
  const inks = new Uint32Array(CLOSED)
  const colours = [...palette.seats.entries(), [TAKEN, palette.taken] as const]
  for (const [look, colour] of colours) {
    const [red = 0, green = 0, blue = 0] = channelsOf(colour)
    inks[look] = ((255 << 24) | (blue << 16) | (green << 8) | red) >>> 0
  }
  return inks
}
