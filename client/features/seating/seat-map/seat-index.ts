import Flatbush from 'flatbush'
import type { Box, Point } from '../box.ts'
import { boxAt, isStanding, type SeatModel, type SeatSector } from '../seat-model.ts'
import { contains, touches } from './draw/polygon.ts'

/** A spatial index of places and sectors. The tree of places is built on first use. */
export class SeatIndex {
  readonly #model: SeatModel
  #tree: Flatbush | undefined

  constructor(model: SeatModel) {
    this.#model = model
  }

  /** Returns the seats whose centre lies in a box, and the standing places that overlap it. */
  within({ x, y, width, height }: Box): number[] {
    const { standingAreas } = this.#model
    const isTouched = (index: number) => {
      const area = standingAreas.get(index)
      return area === undefined || touches(area.outline, { x, y, width, height })
    }
    // Called many times per frame, and most venues have no such areas.
    const isWanted = standingAreas.size > 0 ? isTouched : undefined
    return this.#places()?.search(x, y, x + width, y + height, isWanted) ?? []
  }

  /** Returns the nearest place that fulfils `isWanted`, at most `reach` plan units away. */
  nearest({ x, y }: Point, reach: number, isWanted: (index: number) => boolean): number | undefined {
    return this.#places()?.neighbors(x, y, 1, reach, isWanted)[0]
  }

  /** Returns the sector at a point. */
  sectorAt(point: Point): SeatSector | undefined {
    return this.#model.sectors.findLast(
      ({ box, outline }) =>
        point.x >= box.x &&
        point.x <= box.x + box.width &&
        point.y >= box.y &&
        point.y <= box.y + box.height &&
        contains(outline, point),
    )
  }

  /** Builds the tree in advance. */
  warmUp(): void {
    this.#places()
  }

  #places(): Flatbush | undefined {
    const { count, x, y } = this.#model
    if (this.#tree || count === 0) return this.#tree
    const tree = new Flatbush(count, 16, Float32Array)
    for (let index = 0; index < count; index++) {
      const spot = { x: x[index] ?? 0, y: y[index] ?? 0, width: 0, height: 0 }
      const box = isStanding(this.#model, index) ? boxAt(this.#model, index) : spot
      tree.add(box.x, box.y, box.x + box.width, box.y + box.height)
    }
    tree.finish()
    this.#tree = tree
    return tree
  }
}
