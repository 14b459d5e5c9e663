import { areTables, tableOf } from '#domain/best-available/table.ts'
import { boundsOf, widened, type Box, type Point } from '#client/features/seating/box.ts'
import { boxAt, sectorAt, type SeatModel, type SeatRow, type SeatSector } from '#client/features/seating/seat-model.ts'

/** A table between its seats, in plan units. */
export type DrawnTable = {
  readonly row: SeatRow
  readonly seats: readonly number[]
  readonly box: Box
  readonly centre: Point
  /** The centres of its seats, in order around the table. */
  readonly corners: readonly Point[]
  /** The label: "4" for "Table 4", because the shape already shows that it is a table. */
  readonly name: string
  /** The largest font size at which the name fits between the seats. */
  readonly fontSize: number
}

/** Width of a letter and height of a line, relative to the font size. */
const LETTER = { width: 0.6, height: 0.75 }

/** The largest font size as a share of the distance between two seats. */
const MAX_FONT_SHARE = 0.5

/** The smallest legible font size of a name in css pixels. */
export const MIN_NAME_PX = 8

/** Seats that leave less room than this share for a letter have no table between them, as in a box. */
const MIN_FONT_SHARE = 0.45

/** Seats grouped like those of a table, but too close for a table between them. */
export type SeatBox = Pick<DrawnTable, 'row' | 'box'>

type Groups = { readonly tables: readonly DrawnTable[]; readonly boxes: readonly SeatBox[] }

/** The tables and boxes of a plan, computed per sector on first use. */
export class Tables {
  readonly #model: SeatModel
  readonly #known = new Map<SeatSector, Groups>()

  constructor(model: SeatModel) {
    this.#model = model
  }

  in(sector: SeatSector): readonly DrawnTable[] {
    return this.#groupsIn(sector).tables
  }

  boxesIn(sector: SeatSector): readonly SeatBox[] {
    return this.#groupsIn(sector).boxes
  }

  /** Returns the table of a seat. */
  of(seat: number): DrawnTable | undefined {
    return this.in(sectorAt(this.#model, seat)).find(({ row }) => row.first <= seat && seat < row.end)
  }

  #groupsIn(sector: SeatSector): Groups {
    const known = this.#known.get(sector)
    if (known) return known
    const isGroup = areTables(this.#model, sector.rows)
    const rows = sector.rows.filter((_, at) => isGroup[at])
    const tables = rows.flatMap((row) => placeTable(this.#model, row) ?? [])
    const withTable = new Set(tables.map(({ row }) => row))
    const boxes = rows.filter((row) => !withTable.has(row)).map((row) => ({ row, box: boxOf(this.#model, row) }))
    const groups = { tables, boxes }
    this.#known.set(sector, groups)
    return groups
  }
}

/** Returns the area of a table's name at scale `k`, with a margin in css pixels; undefined if too small to draw. */
export function nameBoxOf({ centre, name, fontSize }: DrawnTable, k: number, margin: number): Box | undefined {
  if (fontSize * k < MIN_NAME_PX) return undefined
  const [width, height] = [fontSize * LETTER.width * name.length, fontSize * LETTER.height]
  return widened({ x: centre.x - width / 2, y: centre.y - height / 2, width, height }, margin / k)
}

function seatsOf({ first, end }: SeatRow): number[] {
  return Array.from({ length: end - first }, (_, at) => first + at)
}

function boxOf(model: SeatModel, row: SeatRow): Box {
  return boundsOf(seatsOf(row).map((seat) => boxAt(model, seat)))
}

/** Returns undefined if there is no room for a table. */
function placeTable(model: SeatModel, row: SeatRow): DrawnTable | undefined {
  const { x, y } = tableOf(model, row, row.sector)
  const centre = { x, y }
  const seats = seatsOf(row)
  const corners = seats.map((seat): Point => ({ x: model.x[seat] ?? 0, y: model.y[seat] ?? 0 }))
  const angle = (corner: Point) => Math.atan2(corner.y - y, corner.x - x)
  const radius = Math.max(model.widths[row.first] ?? 0, model.heights[row.first] ?? 0) / 2
  const fontSizeFor = (count: number) => fontSizeBetween(corners, { centre, radius, count })
  if (fontSizeFor(1) < model.pitch * MIN_FONT_SHARE) return undefined
  const name = /^\p{L}+\.?\s+(\S+)$/u.exec(row.name)?.[1] ?? row.name
  return {
    row,
    seats,
    box: boxOf(model, row),
    centre,
    corners: corners.toSorted((a, b) => angle(a) - angle(b)),
    name,
    fontSize: Math.min(model.pitch * MAX_FONT_SHARE, fontSizeFor(name.length)),
  }
}

/** Returns the largest font size at which `count` letters around a centre touch no seat of this radius. */
export function fontSizeBetween(
  seats: readonly Point[],
  { centre, radius, count }: { centre: Point; radius: number; count: number },
): number {
  const farthest = Math.max(...seats.map(({ x, y }) => Math.hypot(x - centre.x, y - centre.y))) + radius
  const fits = (size: number) => {
    const [across, down] = [(size * LETTER.width * count) / 2, (size * LETTER.height) / 2]
    const gap = (of: number, half: number) => Math.max(0, Math.abs(of) - half)
    return (
      across <= farthest &&
      seats.every(({ x, y }) => Math.hypot(gap(x - centre.x, across), gap(y - centre.y, down)) >= radius)
    )
  }
  let [low, high] = [0, farthest]
  for (let step = 0; step < 10; step++) {
    const size = (low + high) / 2
    if (fits(size)) low = size
    else high = size
  }
  return low
}
