import { overlaps, widened, type Box } from '#client/features/seating/box.ts'
import { boxAt, isStanding } from '#client/features/seating/seat-model.ts'
import { drawFocus, drawSector } from './draw-sectors.ts'
import { drawSeats, eraseSeat } from './draw-seats.ts'
import { drawTable } from './draw-table.ts'
import type { Scene, DrawTarget } from './draw-target.ts'
import { Tables } from './tables.ts'
import { TILE_SIDE, TileCache, type Tile } from './tile-cache.ts'
import { seenPart, type Size, type View } from '../view.ts'

/** Tiles stretched or shrunk by more than this are no help. */
const FARTHEST = 3

type Cell = { readonly column: number; readonly row: number }

/** The tiles of one scale that a view shows, as far as they are drawn. */
export type Coverage = { readonly scale: number; readonly tiles: readonly Tile[]; readonly isComplete: boolean }

/** Seats and sectors drawn once per scale onto square tiles; moving over the plan only puts tiles side by side. */
export class TileLayer {
  readonly #cache = new TileCache()
  readonly #scene: Scene
  readonly #density: number
  readonly #focus: Box | undefined
  readonly #tables: Tables
  #frame = 0

  constructor(scene: Scene, density: number, focus: Box | undefined) {
    this.#scene = scene
    this.#tables = new Tables(scene.model)
    this.#density = density
    this.#focus = focus
  }

  /** Gathers the tiles of scale `k` that this view shows, drawing missing ones, one at least, until a moment. */
  prepare(view: View, size: Size, { k, until }: { k: number; until: number }): Coverage {
    this.#frame += 1
    const scale = k * this.#density
    const cells = this.#cellsIn(view, size, scale)
    let isTimeLeft = true
    const tiles = cells.flatMap(({ column, row }) => {
      const known = this.#cache.find(scale, column, row)
      if (known || !isTimeLeft) return known ?? []
      const tile = this.#cache.take(scale, column, row, this.#frame)
      this.#fill(tile)
      isTimeLeft = performance.now() < until
      return tile
    })
    return { scale, tiles, isComplete: tiles.length === cells.length }
  }

  /** Puts gathered tiles where the view has them; tiles of a scale not far from it stand in for missing ones. */
  draw(ctx: CanvasRenderingContext2D, view: View, size: Size, { scale, tiles, isComplete }: Coverage): void {
    const isNear = (other: number) => other !== scale && other < scale * FARTHEST && other * FARTHEST > scale
    const standIn = isComplete ? undefined : this.#cache.scales().findLast(isNear)
    const seen = seenPart(view, size)
    for (const tile of standIn === undefined ? [] : this.#cache.tilesAt(standIn)) {
      if (overlaps(seen, partOf(tile))) this.#put(ctx, view, tile)
    }
    for (const tile of tiles) this.#put(ctx, view, tile)
  }

  /** Draws what this view shows straight onto the map: sooner than tiles that it shows once, later than those it has. */
  drawAtOnce(ctx: CanvasRenderingContext2D, { k, x, y }: View, size: Size): void {
    const density = this.#density
    const target = { ctx, scale: k * density, x: x * density, y: y * density, density }
    this.#draw(target, seenPart({ k, x, y }, size))
  }

  /** Brings some places up to date on every tile that shows them. */
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
    const target = this.#sheetOf(tile)
    const tables = new Set(shown.flatMap((index) => this.#tables.of(index) ?? []))
    // A table lies under all of its seats.
    const seats = new Set([...shown, ...[...tables].flatMap(({ seats }) => seats)])
    for (const index of seats) eraseSeat(target, this.#scene, index)
    for (const table of tables) drawTable(target, this.#scene, table)
    drawSeats(target, this.#scene, [...seats])
  }

  #cellsIn(view: View, size: Size, scale: number): Cell[] {
    const { model } = this.#scene
    const side = TILE_SIDE / scale
    const seen = seenPart(view, size)
    const lastColumn = Math.ceil(Math.min(seen.x + seen.width, model.width) / side) - 1
    const lastRow = Math.ceil(Math.min(seen.y + seen.height, model.height) / side) - 1
    const cells: Cell[] = []
    for (let row = Math.max(0, Math.floor(seen.y / side)); row <= lastRow; row++) {
      for (let column = Math.max(0, Math.floor(seen.x / side)); column <= lastColumn; column++) {
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
    this.#draw(this.#sheetOf(tile), partOf(tile))
  }

  #draw(target: DrawTarget, part: Box): void {
    const { model } = this.#scene
    if (this.#focus && overlaps(part, this.#focus)) drawFocus(target, this.#scene, this.#focus)
    const sectors = model.sectors.filter(({ box }) => overlaps(part, widened(box, model.pitch)))
    for (const sector of sectors) drawSector(target, this.#scene, sector)
    for (const table of sectors.flatMap((sector) => this.#tables.in(sector))) {
      if (overlaps(part, widened(table.box, model.pitch))) drawTable(target, this.#scene, table)
    }
    drawSeats(target, this.#scene, this.#scene.index.within(widened(part, model.pitch)))
  }

  #sheetOf({ ctx, scale, column, row }: Tile): DrawTarget {
    return { ctx, scale, x: -column * TILE_SIDE, y: -row * TILE_SIDE, density: this.#density }
  }
}

/** The part of the plan that a tile shows. */
function partOf({ scale, column, row }: Tile): Box {
  const side = TILE_SIDE / scale
  return { x: column * side, y: row * side, width: side, height: side }
}
