import type { Box } from '#client/features/seating/box.ts'
import { boxAt, isStanding, type SeatModel, type SeatSector } from '#client/features/seating/seat-model.ts'
import { edgesOf, type Outline } from './polygon.ts'

/** The clearance around a standing place in seat distances. */
const STANDING_CLEARANCE = 0.4

/** The extent of a sector's places from top to bottom. */
export type Extent = { readonly low: number; readonly high: number }

/** The upper and lower edges of a sector's places, in strips of one seat distance: rows may be curved. */
export class SectorEdge {
  readonly #start: number
  readonly #strip: number
  readonly #low: Float32Array
  readonly #high: Float32Array

  constructor(model: SeatModel, sector: SeatSector) {
    const { box } = sector
    this.#start = box.x
    this.#strip = model.pitch
    const strips = Math.max(1, Math.ceil(box.width / model.pitch))
    this.#low = new Float32Array(strips).fill(Infinity)
    this.#high = new Float32Array(strips).fill(-Infinity)
    for (let index = sector.first; index < sector.end; index++) {
      const clearance = isStanding(model, index) ? STANDING_CLEARANCE * model.pitch : 0
      const area = model.standingAreas.get(index)
      const boxes = area ? pointsOn(area.outline, model.pitch / 2) : [boxAt(model, index)]
      for (const { x, y, width, height } of boxes) {
        for (let strip = this.#at(x); strip <= this.#at(x + width); strip++) {
          this.#low[strip] = Math.min(this.#low[strip] ?? Infinity, y - clearance)
          this.#high[strip] = Math.max(this.#high[strip] ?? -Infinity, y + height + clearance)
        }
      }
    }
  }

  /** Returns the extent of the places between two points from left to right, or undefined if there are none. */
  between(from: number, to: number): Extent | undefined {
    let [low, high] = [Infinity, -Infinity]
    for (let strip = this.#at(from); strip <= this.#at(to); strip++) {
      low = Math.min(low, this.#low[strip] ?? Infinity)
      high = Math.max(high, this.#high[strip] ?? -Infinity)
    }
    return low <= high ? { low, high } : undefined
  }

  #at(x: number): number {
    return Math.min(this.#low.length - 1, Math.max(0, Math.floor((x - this.#start) / this.#strip)))
  }
}

/** Returns points along an outline, at most `distance` apart. */
function pointsOn(outline: Outline, distance: number): Box[] {
  return [...edgesOf(outline)].flatMap(([ax, ay, bx, by]) => {
    const steps = Math.max(1, Math.ceil(Math.hypot(bx - ax, by - ay) / distance))
    return Array.from({ length: steps }, (_, at) => ({
      ...{ x: ax + ((bx - ax) * at) / steps, y: ay + ((by - ay) * at) / steps },
      ...{ width: 0, height: 0 },
    }))
  })
}
