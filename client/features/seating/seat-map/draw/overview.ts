import { isStanding, sectorAt } from '#client/features/seating/seat-model.ts'
import type { Box } from '#client/features/seating/box.ts'
import { drawFocus, drawSector } from './draw-sectors.ts'
import { lookOf, radiusOf } from './draw-seats.ts'
import { levels } from './levels.ts'
import { channelsOf, CLOSED, TAKEN } from './palette.ts'
import { contextOf, newCanvas, type Scene, type DrawTarget } from './draw-target.ts'
import type { View } from '../view.ts'

/** Device pixels of the longer side, at most. */
const LARGEST = 1536

const TAKEN_SIZE = 0.6

/** Stretched by more than this it only stands in for tiles on their way, and is not worth smoothing. */
const SMOOTH_BELOW = 1.4

/** The whole plan as one small picture. Its seats are written as pixels, so that 50,000 cost a few milliseconds. */
export class Overview {
  readonly scale: number
  readonly #scene: Scene
  readonly #target: DrawTarget

  /** `scale` is in css pixels to a plan unit. */
  constructor(scene: Scene, { scale, density, focus }: { scale: number; density: number; focus: Box | undefined }) {
    const { width, height, pitch } = scene.model
    this.scale = Math.min(LARGEST / Math.max(width, height), Math.min(scale, levels.seats / pitch) * density)
    this.#scene = scene
    const canvas = newCanvas(width * this.scale, height * this.scale)
    const ctx = contextOf(canvas, { alpha: false })
    this.#target = { ctx, scale: this.scale, x: 0, y: 0, density }
    ctx.fillStyle = scene.palette.surface
    ctx.fillRect(0, 0, canvas.width, canvas.height)
    if (focus) drawFocus(this.#target, scene, focus)
    for (const sector of scene.model.sectors) drawSector(this.#target, scene, sector)
    ctx.drawImage(this.#seatPicture(canvas), 0, 0)
  }

  /** Puts the picture where this view has the plan. */
  draw(ctx: CanvasRenderingContext2D, { k, x, y }: View, density: number): void {
    const { canvas } = this.#target.ctx
    const factor = (k * density) / this.scale
    ctx.imageSmoothingEnabled = factor < SMOOTH_BELOW
    ctx.drawImage(canvas, x * density, y * density, canvas.width * factor, canvas.height * factor)
    ctx.imageSmoothingEnabled = true
  }

  /** Brings some places up to date. */
  redraw(indexes: readonly number[]): void {
    const { model, palette } = this.#scene
    for (const index of indexes) {
      const sector = sectorAt(model, index)
      if (isStanding(model, index)) {
        drawSector(this.#target, this.#scene, sector)
        continue
      }
      const look = lookOf(this.#scene, index)
      this.#fillBlock(index, 1, palette.sectors[sector.priceClass] ?? palette.closed)
      this.#fillBlock(index, look === TAKEN ? TAKEN_SIZE : 1, palette.seats[look] ?? palette.taken)
    }
  }

  #seatPicture({ width, height }: HTMLCanvasElement): HTMLCanvasElement {
    const picture = new ImageData(width, height)
    const pixels = new Uint32Array(picture.data.buffer)
    const inks = inksOf(this.#scene)
    const { model, availability } = this.#scene
    const { free } = availability
    for (const { isAvailable, priceClass, first, rows } of model.sectors) {
      const [own = 0, taken = 0] = [inks[priceClass], inks[TAKEN]]
      for (let index = first, end = isAvailable ? (rows.at(-1)?.end ?? first) : first; index < end; index++) {
        const isFree = (free[index] ?? 0) > 0
        const ink = isFree ? own : taken
        const side = this.#sideOf(index, isFree ? 1 : TAKEN_SIZE)
        const left = this.#edgeOf(model.x[index], side)
        const top = this.#edgeOf(model.y[index], side)
        for (let row = top; row < top + side; row++) {
          for (let at = row * width + left; at < row * width + left + side; at++) pixels[at] = ink
        }
      }
    }
    const canvas = newCanvas(width, height)
    contextOf(canvas, { willReadFrequently: true }).putImageData(picture, 0, 0)
    return canvas
  }

  #fillBlock(index: number, size: number, colour: string): void {
    const { ctx } = this.#target
    const { x, y } = this.#scene.model
    const side = this.#sideOf(index, size)
    ctx.fillStyle = colour
    ctx.fillRect(this.#edgeOf(x[index], side), this.#edgeOf(y[index], side), side, side)
  }

  /** The side of a seat's block of pixels. */
  #sideOf(index: number, size: number): number {
    return Math.max(1, Math.round(2 * radiusOf(this.#scene, index) * this.scale * size))
  }

  /** The left or the upper edge of a block around this centre. */
  #edgeOf(centre = 0, side = 0): number {
    return Math.round(centre * this.scale - side / 2)
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
