import { areTables, tableOf } from '#domain/best-available/table.ts'
import { boundsOf, type Box, type Point } from '#client/features/seating/box.ts'
import { boxAt, sectorAt, type SeatModel, type SeatRow, type SeatSector } from '#client/features/seating/seat-model.ts'

/** A table laid between its seats, in plan units. */
export type LaidTable = {
  readonly row: SeatRow
  readonly seats: readonly number[]
  readonly box: Box
  readonly middle: Point
  /** Its seats' middles, in turn around its own. */
  readonly corners: readonly Point[]
  /** "4" for "Table 4": the rest is drawn. */
  readonly name: string
  /** The largest letters in which its name fits between the seats. */
  readonly letters: number
}

/** How wide a letter is and how high a line of letters, in their size. */
const LETTER = { width: 0.6, height: 0.75 }

/** Letters are no larger than this share of the distance between two seats. */
const LARGEST = 0.5

/** Seats that leave less room for a letter than this share stand close, as in a box, with no table between them. */
const NARROWEST = 0.45

/** Seats that stand together as at a table, but too close for one between them. */
export type SeatBox = Pick<LaidTable, 'row' | 'box'>

type Groups = { readonly tables: readonly LaidTable[]; readonly boxes: readonly SeatBox[] }

/** The tables and boxes of a plan, sought in a sector when it is first asked for them. */
export class Tables {
  readonly #model: SeatModel
  readonly #known = new Map<SeatSector, Groups>()

  constructor(model: SeatModel) {
    this.#model = model
  }

  in(sector: SeatSector): readonly LaidTable[] {
    return this.#groupsIn(sector).tables
  }

  boxesIn(sector: SeatSector): readonly SeatBox[] {
    return this.#groupsIn(sector).boxes
  }

  /** The table a seat stands at. */
  of(seat: number): LaidTable | undefined {
    return this.in(sectorAt(this.#model, seat)).find(({ row }) => row.first <= seat && seat < row.end)
  }

  #groupsIn(sector: SeatSector): Groups {
    const known = this.#known.get(sector)
    if (known) return known
    const isGroup = areTables(this.#model, sector.rows)
    const rows = sector.rows.filter((_, at) => isGroup[at])
    const tables = rows.flatMap((row) => layTable(this.#model, row) ?? [])
    const laid = new Set(tables.map(({ row }) => row))
    const boxes = rows.filter((row) => !laid.has(row)).map((row) => ({ row, box: boxOf(this.#model, row) }))
    const groups = { tables, boxes }
    this.#known.set(sector, groups)
    return groups
  }
}

function seatsOf({ first, end }: SeatRow): number[] {
  return Array.from({ length: end - first }, (_, at) => first + at)
}

function boxOf(model: SeatModel, row: SeatRow): Box {
  return boundsOf(seatsOf(row).map((seat) => boxAt(model, seat)))
}

/** Nothing where there is no room for a table. */
function layTable(model: SeatModel, row: SeatRow): LaidTable | undefined {
  const { x, y } = tableOf(model, row, row.sector)
  const middle = { x, y }
  const seats = seatsOf(row)
  const corners = seats.map((seat): Point => ({ x: model.x[seat] ?? 0, y: model.y[seat] ?? 0 }))
  const angle = (corner: Point) => Math.atan2(corner.y - y, corner.x - x)
  const radius = Math.max(model.widths[row.first] ?? 0, model.heights[row.first] ?? 0) / 2
  const lettersOf = (count: number) => lettersBetween(corners, { middle, radius, count })
  if (lettersOf(1) < model.pitch * NARROWEST) return undefined
  const name = /^\p{L}+\.?\s+(\S+)$/u.exec(row.name)?.[1] ?? row.name
  return {
    row,
    seats,
    box: boxOf(model, row),
    middle,
    corners: corners.toSorted((a, b) => angle(a) - angle(b)),
    name,
    letters: Math.min(model.pitch * LARGEST, lettersOf(name.length)),
  }
}

/** The largest letters in which so many of them around a middle touch no seat of this radius. */
export function lettersBetween(
  seats: readonly Point[],
  { middle, radius, count }: { middle: Point; radius: number; count: number },
): number {
  const farthest = Math.max(...seats.map(({ x, y }) => Math.hypot(x - middle.x, y - middle.y))) + radius
  const fits = (size: number) => {
    const [across, down] = [(size * LETTER.width * count) / 2, (size * LETTER.height) / 2]
    const gap = (of: number, half: number) => Math.max(0, Math.abs(of) - half)
    return (
      across <= farthest &&
      seats.every(({ x, y }) => Math.hypot(gap(x - middle.x, across), gap(y - middle.y, down)) >= radius)
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
