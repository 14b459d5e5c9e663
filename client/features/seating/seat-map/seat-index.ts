import Flatbush from 'flatbush'
import type { Box, Point } from '../box.ts'
import { boxAt, isStanding, type SeatModel, type SeatSector } from '../seat-model.ts'
import { contains, touches } from './draw/polygon.ts'
import { Tables } from './draw/tables.ts'

/** The places of a sector. Their tree is built on first use. */
type Places = { readonly first: number; readonly end: number; readonly bounds: Box; tree?: Flatbush }

/** A spatial index of places, tables and sectors. The map of a stadium never needs the trees of most of its sectors. */
export class SeatIndex {
  readonly tables: Tables
  readonly #model: SeatModel
  #placesOfSectors: readonly Places[] | undefined

  constructor(model: SeatModel) {
    this.#model = model
    this.tables = new Tables(model)
  }

  /** Returns the seats whose centre lies in a box, and the standing places that overlap it. */
  within(box: Box): number[] {
    const { standingAreas } = this.#model
    const inBox = this.#places()
      .filter(({ bounds }) => gapBetween(bounds, box) === 0)
      .flatMap((places) => this.#search(places, box))
    // Called many times per frame, and most venues have no such areas.
    if (standingAreas.size === 0) return inBox
    return inBox.filter((place) => {
      const area = standingAreas.get(place)
      return area === undefined || touches(area.outline, box)
    })
  }

  /** Returns the nearest place that fulfils `isWanted`, at most `reach` plan units away. */
  nearest({ x, y }: Point, reach: number, isWanted: (index: number) => boolean): number | undefined {
    const spot = { x, y, width: 0, height: 0 }
    const nearestFirst = this.#places()
      .map((places) => ({ places, gap: gapBetween(places.bounds, spot) }))
      .filter(({ gap }) => gap <= reach)
      .toSorted((a, b) => a.gap - b.gap)
    let found: { place: number; gap: number } | undefined
    for (const { places, gap } of nearestFirst) {
      if (found && found.gap <= gap) break
      const { first } = places
      const [at] = this.#treeOf(places).neighbors(x, y, 1, found?.gap ?? reach, (at) => isWanted(first + at))
      if (at !== undefined) found = { place: first + at, gap: gapBetween(extentOf(this.#model, first + at), spot) }
    }
    return found?.place
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

  #places(): readonly Places[] {
    this.#placesOfSectors ??= this.#model.sectors
      .filter(({ first, end }) => first < end)
      .map(({ first, end }) => ({ first, end, bounds: boundsOfPlaces(this.#model, first, end) }))
    return this.#placesOfSectors
  }

  #search(places: Places, { x, y, width, height }: Box): number[] {
    const found = this.#treeOf(places).search(x, y, x + width, y + height)
    return found.map((at) => places.first + at)
  }

  #treeOf(places: Places): Flatbush {
    places.tree ??= treeOf(this.#model, places)
    return places.tree
  }
}

function treeOf(model: SeatModel, { first, end }: Places): Flatbush {
  const tree = new Flatbush(end - first, 16, Float32Array)
  for (let index = first; index < end; index++) {
    const { x, y, width, height } = extentOf(model, index)
    tree.add(x, y, x + width, y + height)
  }
  tree.finish()
  return tree
}

/** Returns where a place can be found: at the centre of a seat, or anywhere in a standing place. */
function extentOf(model: SeatModel, index: number): Box {
  if (isStanding(model, index)) return boxAt(model, index)
  return { x: model.x[index] ?? 0, y: model.y[index] ?? 0, width: 0, height: 0 }
}

function boundsOfPlaces(model: SeatModel, first: number, end: number): Box {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  for (let index = first; index < end; index++) {
    const { x, y, width, height } = extentOf(model, index)
    left = Math.min(left, x)
    top = Math.min(top, y)
    right = Math.max(right, x + width)
    bottom = Math.max(bottom, y + height)
  }
  return { x: left, y: top, width: right - left, height: bottom - top }
}

/** Returns the distance between two boxes, 0 if they touch. */
function gapBetween(a: Box, b: Box): number {
  const across = Math.max(0, a.x - (b.x + b.width), b.x - (a.x + a.width))
  const down = Math.max(0, a.y - (b.y + b.height), b.y - (a.y + a.height))
  return Math.hypot(across, down)
}
