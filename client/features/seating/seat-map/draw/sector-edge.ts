import type { Box } from '#client/features/seating/box.ts'
import { boxAt, isStanding, type SeatModel, type SeatSector } from '#client/features/seating/seat-model.ts'
import { edgesOf, type Outline } from './polygon.ts'

/** How far beyond a standing place, in seats' distances, something beside it keeps off. */
const OFF_STANDING = 0.4

/** How far the places of a sector reach to both sides of an axis. */
export type Reach = { readonly low: number; readonly high: number }

/** The edges of a sector's places to both sides of an axis, bent as the rows may be: in strips of one seat's distance. */
export class SectorEdge {
  readonly #start: number
  readonly #strip: number
  readonly #low: Float32Array
  readonly #high: Float32Array

  constructor(model: SeatModel, sector: SeatSector, axis: 'x' | 'y') {
    const { box } = sector
    const length = axis === 'x' ? box.width : box.height
    this.#start = box[axis]
    this.#strip = model.pitch
    const strips = Math.max(1, Math.ceil(length / model.pitch))
    this.#low = new Float32Array(strips).fill(Infinity)
    this.#high = new Float32Array(strips).fill(-Infinity)
    for (let index = sector.first; index < sector.end; index++) {
      const off = isStanding(model, index) ? OFF_STANDING * model.pitch : 0
      const ground = model.standingGrounds.get(index)
      const boxes = ground ? pointsOn(ground.outline, model.pitch / 2) : [boxAt(model, index)]
      for (const { x, y, width, height } of boxes) {
        const [along, across] = axis === 'x' ? [x, y] : [y, x]
        const [extent, depth] = axis === 'x' ? [width, height] : [height, width]
        for (let strip = this.#at(along); strip <= this.#at(along + extent); strip++) {
          this.#low[strip] = Math.min(this.#low[strip] ?? Infinity, across - off)
          this.#high[strip] = Math.max(this.#high[strip] ?? -Infinity, across + depth + off)
        }
      }
    }
  }

  /** How far the places between two points of the axis reach; nothing where there are none. */
  between(from: number, to: number): Reach | undefined {
    let [low, high] = [Infinity, -Infinity]
    for (let strip = this.#at(from); strip <= this.#at(to); strip++) {
      low = Math.min(low, this.#low[strip] ?? Infinity)
      high = Math.max(high, this.#high[strip] ?? -Infinity)
    }
    return low <= high ? { low, high } : undefined
  }

  #at(along: number): number {
    return Math.min(this.#low.length - 1, Math.max(0, Math.floor((along - this.#start) / this.#strip)))
  }
}

/** Points on the edges of an outline, no farther apart than this. */
function pointsOn(outline: Outline, distance: number): Box[] {
  return [...edgesOf(outline)].flatMap(([ax, ay, bx, by]) => {
    const steps = Math.max(1, Math.ceil(Math.hypot(bx - ax, by - ay) / distance))
    return Array.from({ length: steps }, (_, at) => ({
      ...{ x: ax + ((bx - ax) * at) / steps, y: ay + ((by - ay) * at) / steps },
      ...{ width: 0, height: 0 },
    }))
  })
}
