import { isStanding, sectorAt } from '#client/features/seating/seat-model.ts'
import type { Box } from '#client/features/seating/box.ts'
import { drawFocus, drawSector } from './draw-sectors.ts'
import { appearanceOf, radiusOf } from './draw-seats.ts'
import { detailLevels } from './detail-levels.ts'
import { channelsOf, CLOSED, TAKEN } from './palette.ts'
import { contextOf, newCanvas, type Scene, type DrawTarget } from './draw-target.ts'
import type { View } from '../view.ts'

/** The maximum length of the longer side in device pixels. */
const MAX_SIDE = 1536

const TAKEN_SIZE = 0.6

/** Above this stretch factor the overview is only a placeholder for tiles and is not smoothed. */
const MAX_SMOOTH_STRETCH = 1.4

/** The whole plan as one small image. Seats are written as pixels, so 50,000 of them take a few milliseconds. */
export class Overview {
  readonly scale: number
  readonly #scene: Scene
  readonly #target: DrawTarget

  /** `scale` is in css pixels per plan unit. */
  constructor(scene: Scene, { scale, density, focus }: { scale: number; density: number; focus: Box | undefined }) {
    const { width, height, pitch } = scene.model
    this.scale = Math.min(MAX_SIDE / Math.max(width, height), Math.min(scale, detailLevels.seats / pitch) * density)
    this.#scene = scene
    const canvas = newCanvas(width * this.scale, height * this.scale)
    const ctx = contextOf(canvas, { alpha: false })
    this.#target = { ctx, scale: this.scale, x: 0, y: 0, density }
    ctx.fillStyle = scene.palette.surface
    ctx.fillRect(0, 0, canvas.width, canvas.height)
    if (focus) drawFocus(this.#target, scene, focus)
    for (const sector of scene.model.sectors) drawSector(this.#target, scene, sector)
    ctx.drawImage(this.#seatImage(canvas), 0, 0)
  }

  /** Draws the image at the position and scale of a view. */
  draw(ctx: CanvasRenderingContext2D, { k, x, y }: View, density: number): void {
    const { canvas } = this.#target.ctx
    const factor = (k * density) / this.scale
    ctx.imageSmoothingEnabled = factor < MAX_SMOOTH_STRETCH
    ctx.drawImage(canvas, x * density, y * density, canvas.width * factor, canvas.height * factor)
    ctx.imageSmoothingEnabled = true
  }

  /** Redraws some places. */
  redraw(indexes: readonly number[]): void {
    const { model, palette } = this.#scene
    for (const index of indexes) {
      const sector = sectorAt(model, index)
      if (isStanding(model, index)) {
        drawSector(this.#target, this.#scene, sector)
        continue
      }
      const appearance = appearanceOf(this.#scene, index)
      this.#fillBlock(index, 1, palette.sectors[sector.priceClass] ?? palette.closed)
      this.#fillBlock(index, appearance === TAKEN ? TAKEN_SIZE : 1, palette.seats[appearance] ?? palette.taken)
    }
  }

  #seatImage({ width, height }: HTMLCanvasElement): HTMLCanvasElement {
    const image = new ImageData(width, height)
    const pixels = new Uint32Array(image.data.buffer)
    const colours = pixelColoursOf(this.#scene)
    const { model, availability } = this.#scene
    const { free } = availability
    for (const { isAvailable, priceClass, first, rows } of model.sectors) {
      const [own = 0, taken = 0] = [colours[priceClass], colours[TAKEN]]
      for (let index = first, end = isAvailable ? (rows.at(-1)?.end ?? first) : first; index < end; index++) {
        const isFree = (free[index] ?? 0) > 0
        const colour = isFree ? own : taken
        const side = this.#sideOf(index, isFree ? 1 : TAKEN_SIZE)
        const left = this.#edgeOf(model.x[index], side)
        const top = this.#edgeOf(model.y[index], side)
        for (let row = top; row < top + side; row++) {
          for (let at = row * width + left; at < row * width + left + side; at++) pixels[at] = colour
        }
      }
    }
    const canvas = newCanvas(width, height)
    contextOf(canvas, { willReadFrequently: true }).putImageData(image, 0, 0)
    return canvas
  }

  #fillBlock(index: number, size: number, colour: string): void {
    const { ctx } = this.#target
    const { x, y } = this.#scene.model
    const side = this.#sideOf(index, size)
    ctx.fillStyle = colour
    ctx.fillRect(this.#edgeOf(x[index], side), this.#edgeOf(y[index], side), side, side)
  }

  /** The side length of a seat's block of pixels. */
  #sideOf(index: number, size: number): number {
    return Math.max(1, Math.round(2 * radiusOf(this.#scene, index) * this.scale * size))
  }

  /** The left or upper edge of a block around this centre. */
  #edgeOf(centre = 0, side = 0): number {
    return Math.round(centre * this.scale - side / 2)
  }
}

/** Returns a pixel value for every appearance, in the byte order of an `ImageData` (red, green, blue, alpha). */
function pixelColoursOf({ palette }: Scene): Uint32Array {
  const pixels = new Uint32Array(CLOSED)
  const colours = [...palette.seats.entries(), [TAKEN, palette.taken] as const]
  for (const [appearance, colour] of colours) {
    const [red = 0, green = 0, blue = 0] = channelsOf(colour)
    pixels[appearance] = ((255 << 24) | (blue << 16) | (green << 8) | red) >>> 0
  }
  return pixels
}
