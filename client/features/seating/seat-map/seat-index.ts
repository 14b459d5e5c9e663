import Flatbush from 'flatbush'
import type { Box, Point } from '../box.ts'
import { boxAt, isStanding, type SeatModel, type SeatSector } from '../seat-model.ts'
import { contains, touches } from './draw/polygon.ts'

/** Finds places and sectors by where they are. The index over the places is made when it is first asked. */
export class SeatIndex {
  readonly #model: SeatModel
  #tree: Flatbush | undefined

  constructor(model: SeatModel) {
    this.#model = model
  }

  /** Seats whose centre lies in a box, and room to stand that reaches into it. */
  within({ x, y, width, height }: Box): number[] {
    const { standingGrounds } = this.#model
    const reaches = (index: number) => {
      const ground = standingGrounds.get(index)
      return ground === undefined || touches(ground.outline, { x, y, width, height })
    }
    // Asked many times a frame, and most houses have no such ground.
    const isWanted = standingGrounds.size > 0 ? reaches : undefined
    return this.#places()?.search(x, y, x + width, y + height, isWanted) ?? []
  }

  /** The nearest place, no farther than `reach` plan units away, that is wanted. */
  nearest({ x, y }: Point, reach: number, isWanted: (index: number) => boolean): number | undefined {
    return this.#places()?.neighbors(x, y, 1, reach, isWanted)[0]
  }

  /** The sector under a point. */
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

  /** Makes the index now, so that nobody waits for it later. */
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
