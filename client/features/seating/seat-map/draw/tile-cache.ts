import { contextOf, newCanvas } from './draw-target.ts'

/** The side of a tile in device pixels. */
export const TILE_SIDE = 256

const TILE_BYTES = TILE_SIDE * TILE_SIDE * 4
const MAX_BYTES = 32 * 1024 * 1024

/** A square of the plan at one scale. */
export type Tile = {
  readonly ctx: CanvasRenderingContext2D
  readonly scale: number
  readonly column: number
  readonly row: number
  usedAt: number
}

/** An LRU cache of up to 32 MB of tiles. Tiles of the current frame are never evicted. */
export class TileCache {
  readonly #layers = new Map<number, Map<string, Tile>>()
  readonly #newContext: () => CanvasRenderingContext2D
  #size = 0

  constructor(newContext = () => contextOf(newCanvas(TILE_SIDE, TILE_SIDE), { alpha: false })) {
    this.#newContext = newContext
  }

  /** The scales that have tiles, the most recently drawn one last. */
  scales(): number[] {
    return [...this.#layers.keys()]
  }

  *tiles(): Generator<Tile> {
    for (const layer of this.#layers.values()) yield* layer.values()
  }

  tilesAt(scale: number): Iterable<Tile> {
    return this.#layers.get(scale)?.values() ?? []
  }

  find(scale: number, column: number, row: number): Tile | undefined {
    return this.#layers.get(scale)?.get(`${column} ${row}`)
  }

  /** Returns a tile to draw on. If the cache is full, reuses the oldest one not used in `frame`. */
  take(scale: number, column: number, row: number, frame: number): Tile {
    const isFull = this.#size * TILE_BYTES >= MAX_BYTES
    const ctx = (isFull ? this.#dropOldest(frame) : undefined) ?? this.#newContext()
    const tile: Tile = { ctx, scale, column, row, usedAt: frame }
    const layer = this.#layers.get(scale) ?? new Map<string, Tile>()
    this.#layers.delete(scale)
    this.#layers.set(scale, layer.set(`${column} ${row}`, tile))
    this.#size += 1
    return tile
  }

  #dropOldest(frame: number): CanvasRenderingContext2D | undefined {
    let oldest: Tile | undefined
    for (const tile of this.tiles()) if (tile.usedAt < (oldest?.usedAt ?? frame)) oldest = tile
    if (!oldest) return undefined
    const layer = this.#layers.get(oldest.scale)
    layer?.delete(`${oldest.column} ${oldest.row}`)
    if (layer?.size === 0) this.#layers.delete(oldest.scale)
    this.#size -= 1
    return oldest.ctx
  }
}
