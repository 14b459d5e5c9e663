import { overlaps, widened, type Box } from '#client/features/seating/box.ts'
import { boxAt, isStanding } from '#client/features/seating/seat-model.ts'
import { drawFocus, drawSector } from './draw-sectors.ts'
import { drawSeats, eraseSeat } from './draw-seats.ts'
import { drawTable } from './draw-table.ts'
import type { Scene, DrawTarget } from './draw-target.ts'
import { TILE_SIDE, TileCache, type Tile } from './tile-cache.ts'
import { visiblePart, type Size, type View } from '../view.ts'

/** The largest factor by which tiles of another scale may be stretched or shrunk. */
const MAX_STRETCH = 3

type Cell = { readonly column: number; readonly row: number }

/** The tiles drawn so far for a view at one scale. */
export type Coverage = { readonly scale: number; readonly tiles: readonly Tile[]; readonly isComplete: boolean }

/** Draws seats and sectors once per scale on square tiles. Panning only recombines the tiles. */
export class TileLayer {
  readonly #cache = new TileCache()
  readonly #scene: Scene
  readonly #density: number
  readonly #focus: Box | undefined
  #frame = 0

  constructor(scene: Scene, density: number, focus: Box | undefined) {
    this.#scene = scene
    this.#density = density
    this.#focus = focus
  }

  /** Collects the tiles of scale `k` for a view. Draws missing tiles, at least one, until the time `until`. */
  prepare(view: View, size: Size, { k, until }: { k: number; until: number }): Coverage {
    this.#frame += 1
    const scale = k * this.#density
    const cells = this.#cellsIn(view, size, scale)
    let isTimeLeft = true
    const tiles = cells.flatMap(({ column, row }) => {
      const cached = this.#cache.find(scale, column, row)
      // Marked as used, so that the missing tiles do not replace it.
      if (cached) cached.usedAt = this.#frame
      if (cached || !isTimeLeft) return cached ?? []
      const tile = this.#cache.take(scale, column, row, this.#frame)
      this.#fill(tile)
      isTimeLeft = performance.now() < until
      return tile
    })
    return { scale, tiles, isComplete: tiles.length === cells.length }
  }

  /** Draws the collected tiles on the map. Tiles of a similar scale replace missing ones. */
  draw(ctx: CanvasRenderingContext2D, view: View, size: Size, { scale, tiles, isComplete }: Coverage): void {
    const isSimilar = (other: number) => other !== scale && other < scale * MAX_STRETCH && other * MAX_STRETCH > scale
    const substitute = isComplete ? undefined : this.#cache.scales().findLast(isSimilar)
    const visible = visiblePart(view, size)
    for (const tile of substitute === undefined ? [] : this.#cache.tilesAt(substitute)) {
      if (overlaps(visible, partOf(tile))) this.#put(ctx, view, tile)
    }
    for (const tile of tiles) this.#put(ctx, view, tile)
  }

  /** Draws a view without tiles: faster than drawing new tiles, slower than showing cached ones. */
  drawAtOnce(ctx: CanvasRenderingContext2D, { k, x, y }: View, size: Size): void {
    const density = this.#density
    const target = { ctx, scale: k * density, x: x * density, y: y * density, density }
    this.#draw(target, visiblePart({ k, x, y }, size))
  }

  /** Redraws some places on all tiles that show them. */
  redraw(indexes: readonly number[]): void {
    const { model } = this.#scene
    for (const scale of this.#cache.scales()) {
      const changed = indexes.flatMap((index) =>
        this.#tilesOver(scale, boxAt(model, index)).map((tile) => ({ tile, index })),
      )
      for (const [tile, shown] of Map.groupBy(changed, ({ tile }) => tile)) {
        this.#redrawOn(
          tile,
          shown.map(({ index }) => index),
        )
      }
    }
  }

  #tilesOver(scale: number, { x, y, width, height }: Box): Tile[] {
    const cell = (at: number) => Math.floor((at * scale) / TILE_SIDE)
    const tiles: Tile[] = []
    for (let row = cell(y); row <= cell(y + height); row++) {
      for (let column = cell(x); column <= cell(x + width); column++) {
        const tile = this.#cache.find(scale, column, row)
        if (tile) tiles.push(tile)
      }
    }
    return tiles
  }

  #redrawOn(tile: Tile, shown: readonly number[]): void {
    if (shown.some((index) => isStanding(this.#scene.model, index))) return this.#fill(tile)
    const target = this.#targetOf(tile)
    const tables = new Set(shown.flatMap((index) => this.#scene.index.tables.of(index) ?? []))
    // Drawing a table covers all of its seats.
    const seats = new Set([...shown, ...[...tables].flatMap(({ seats }) => seats)])
    for (const index of seats) eraseSeat(target, this.#scene, index)
    for (const table of tables) drawTable(target, this.#scene, table)
    drawSeats(target, this.#scene, [...seats])
  }

  #cellsIn(view: View, size: Size, scale: number): Cell[] {
    const { model } = this.#scene
    const side = TILE_SIDE / scale
    const visible = visiblePart(view, size)
    const lastColumn = Math.ceil(Math.min(visible.x + visible.width, model.width) / side) - 1
    const lastRow = Math.ceil(Math.min(visible.y + visible.height, model.height) / side) - 1
    const cells: Cell[] = []
    for (let row = Math.max(0, Math.floor(visible.y / side)); row <= lastRow; row++) {
      for (let column = Math.max(0, Math.floor(visible.x / side)); column <= lastColumn; column++) {
        cells.push({ column, row })
      }
    }
    const { column, row } = cells[Math.floor(cells.length / 2)] ?? { column: 0, row: 0 }
    const fromMiddle = (cell: Cell) => Math.hypot(cell.column - column, cell.row - row)
    return cells.toSorted((a, b) => fromMiddle(a) - fromMiddle(b))
  }

  #put(ctx: CanvasRenderingContext2D, { k, x, y }: View, tile: Tile): void {
    tile.usedAt = this.#frame
    const side = (TILE_SIDE / tile.scale) * k * this.#density
    const [left, top] = [Math.round(x * this.#density), Math.round(y * this.#density)]
    const [x0, y0] = [Math.round(tile.column * side), Math.round(tile.row * side)]
    const [x1, y1] = [Math.round((tile.column + 1) * side), Math.round((tile.row + 1) * side)]
    ctx.drawImage(tile.ctx.canvas, left + x0, top + y0, x1 - x0, y1 - y0)
  }

  #fill(tile: Tile): void {
    const { ctx } = tile
    ctx.fillStyle = this.#scene.palette.surface
    ctx.fillRect(0, 0, TILE_SIDE, TILE_SIDE)
    this.#draw(this.#targetOf(tile), partOf(tile))
  }

  #draw(target: DrawTarget, part: Box): void {
    const { model } = this.#scene
    if (this.#focus && overlaps(part, this.#focus)) drawFocus(target, this.#scene, this.#focus)
    const sectors = model.sectors.filter(({ box }) => overlaps(part, widened(box, model.pitch)))
    for (const sector of sectors) drawSector(target, this.#scene, sector)
    for (const table of sectors.flatMap((sector) => this.#scene.index.tables.in(sector))) {
      if (overlaps(part, widened(table.box, model.pitch))) drawTable(target, this.#scene, table)
    }
    drawSeats(target, this.#scene, this.#scene.index.within(widened(part, model.pitch)))
  }

  #targetOf({ ctx, scale, column, row }: Tile): DrawTarget {
    return { ctx, scale, x: -column * TILE_SIDE, y: -row * TILE_SIDE, density: this.#density }
  }
}

/** Returns the part of the plan on a tile. */
function partOf({ scale, column, row }: Tile): Box {
  const side = TILE_SIDE / scale
  return { x: column * side, y: row * side, width: side, height: side }
}
