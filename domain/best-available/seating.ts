import { distanceBetween, lengthOf, type SeatLayout } from './seat-layout.ts'
import { areTables, tableOf, type Table } from './table.ts'

/** Seats side by side without an aisle or a pillar between them, from `first` to before `end`. */
export type Stretch = { readonly first: number; readonly end: number; readonly row: number }

/** A row of a sector. `rows` of a house are in the order of its sectors, and in each as they stand. */
export type SeatedRow = {
  readonly sector: number
  /** None at a table. */
  readonly stretches: readonly Stretch[]
  /** What the seat costs that one would like best. */
  readonly cheapest: number
}

/** Two rows of a sector, one behind the other, and what the seat of them costs that one would like best. */
export type RowPair = { readonly here: number; readonly there: number; readonly least: number }

/** What never changes of a house for those who look for good places in it. Made once, asked often. */
export type Seating = {
  readonly layout: SeatLayout
  /** The usual distance between two neighbours. */
  readonly pitch: number
  readonly rows: readonly SeatedRow[]
  /** Rows whose seats are around a table, or in a box. */
  readonly tables: readonly Table[]
  /** Those with the best seats first. */
  readonly neighbours: readonly RowPair[]
  /** The row of every seat; none for room to stand. */
  readonly rowOf: (seat: number) => number | undefined
  /** The stretch of every seat; none at a table or for room to stand. */
  readonly stretchOf: (seat: number) => Stretch | undefined
  /** How little one would like to be at a place. */
  readonly costOf: (place: number) => number
  /** The same on average, from one seat to before another of its row. */
  readonly costOfSeats: (first: number, end: number) => number
}

/** Neighbours farther apart than this many times the usual distance in their row have an aisle between them. */
const AISLE = 1.6

/** What every row of the same sector with heads in front adds, in seats' distances. */
const HEADS = 0.1

/** A house has a front if no more than this share of its places is behind what all look at. */
const MOST_BEHIND = 0.3

/**
 * Looks a house over. A place costs, in distances between seats, how far it is from the best spot of all, which lies
 * on the way from what all look at (`spot` 0) to the middle of all places (1) or beyond it, and a little for each row
 * in front of it. Where most sit on one side of what all look at, whatever is on the other side costs more than that.
 */
export function seatingOf(layout: SeatLayout, spot = 0): Seating {
  const spacings = layout.sectors.flatMap(({ rows }) => rows.map((row) => usualSpacing(layout, row)))
  const pitch = medianOf(spacings.filter((spacing) => spacing > 0)) || 1
  const middle = { x: meanOf(layout.x), y: meanOf(layout.y) }
  const costs = costsOf(layout, pitch, pointBetween(layout.focus, middle, spot))
  addForBehind(costs, layout, middle)
  const stretches: Stretch[] = []
  const stretchNumbers = new Int32Array(layout.x.length).fill(-1)
  const rowNumbers = new Int32Array(layout.x.length).fill(-1)
  const rows: SeatedRow[] = []
  const tables: Table[] = []
  for (const [sector, { rows: own }] of layout.sectors.entries()) {
    const isTable = areTables(layout, own)
    for (const [at, row] of own.entries()) {
      if (isTable[at]) tables.push(tableOf(layout, row, sector))
      const found = isTable[at] ? [] : stretchesOf(layout, row).map((stretch) => ({ ...stretch, row: rows.length }))
      rowNumbers.fill(rows.length, row.first, row.end)
      for (const stretch of found) stretchNumbers.fill(stretches.push(stretch) - 1, stretch.first, stretch.end)
      let cheapest = Infinity
      for (let seat = row.first; seat < row.end; seat++) cheapest = Math.min(cheapest, costs[seat] ?? 0)
      rows.push({ sector, stretches: found, cheapest })
    }
  }
  const sums = new Float64Array(costs.length + 1)
  for (let place = 0; place < costs.length; place++) sums[place + 1] = (sums[place] ?? 0) + (costs[place] ?? 0)
  return {
    layout,
    pitch,
    rows,
    tables,
    neighbours: neighboursIn(rows),
    rowOf: (seat) => (rowNumbers[seat] === -1 ? undefined : rowNumbers[seat]),
    stretchOf: (seat) => stretches[stretchNumbers[seat] ?? -1],
    costOf: (place) => costs[place] ?? 0,
    costOfSeats: (first, end) => ((sums[end] ?? 0) - (sums[first] ?? 0)) / (end - first),
  }
}

function neighboursIn(rows: readonly SeatedRow[]): RowPair[] {
  const pairs = rows.flatMap((row, here): RowPair[] => {
    const next = rows[here + 1]
    if (!next || next.sector !== row.sector || row.stretches.length * next.stretches.length === 0) return []
    return [{ here, there: here + 1, least: Math.min(row.cheapest, next.cheapest) }]
  })
  return pairs.toSorted((a, b) => a.least - b.least)
}

type Row = { readonly first: number; readonly end: number }

/** A row without its aisles: seats side by side, from `first` to before `end`. */
export function stretchesOf(layout: Pick<SeatLayout, 'x' | 'y'>, row: Row): Row[] {
  const spacing = usualSpacing(layout, row)
  const found: Row[] = []
  let first = row.first
  for (let seat = row.first + 1; seat <= row.end; seat++) {
    if (seat < row.end && distanceBetween(layout, seat - 1, seat) <= AISLE * spacing) continue
    found.push({ first, end: seat })
    first = seat
  }
  return found
}

function usualSpacing(layout: Pick<SeatLayout, 'x' | 'y'>, { first, end }: Row): number {
  const spacings = new Float64Array(Math.max(0, end - first - 1))
  for (let at = 0; at < spacings.length; at++) spacings[at] = distanceBetween(layout, first + at, first + at + 1)
  return medianOf(spacings)
}

function costsOf(layout: SeatLayout, pitch: number, spot: Point): Float64Array {
  const costs = new Float64Array(layout.x.length)
  const distance = (place: number) => lengthOf((layout.x[place] ?? 0) - spot.x, (layout.y[place] ?? 0) - spot.y)
  for (let place = 0; place < costs.length; place++) costs[place] = distance(place) / pitch
  for (const { rows } of layout.sectors) {
    const middle = ({ first, end }: Row) => distance(Math.floor((first + end - 1) / 2))
    for (const [inFront, { first, end }] of rows.toSorted((a, b) => middle(a) - middle(b)).entries()) {
      for (let seat = first; seat < end; seat++) costs[seat] = (costs[seat] ?? 0) + HEADS * inFront
    }
  }
  return costs
}

type Point = { readonly x: number; readonly y: number }

/** Places behind what all look at come after all others: a stage is seen from its front. */
function addForBehind(costs: Float64Array, { x, y, focus }: SeatLayout, middle: Point): void {
  const isBehind = (_: number, place: number) =>
    ((x[place] ?? 0) - focus.x) * (middle.x - focus.x) + ((y[place] ?? 0) - focus.y) * (middle.y - focus.y) < 0
  if (costs.filter(isBehind).length > MOST_BEHIND * costs.length) return
  const dearest = costs.reduce((most, cost) => Math.max(most, cost), 0)
  for (const [place, cost] of costs.entries()) if (isBehind(cost, place)) costs[place] = cost + dearest
}

function pointBetween(from: Point, to: Point, share: number): Point {
  return { x: from.x + share * (to.x - from.x), y: from.y + share * (to.y - from.y) }
}

function meanOf(values: ArrayLike<number>): number {
  let sum = 0
  for (let at = 0; at < values.length; at++) sum += values[at] ?? 0
  return values.length === 0 ? 0 : sum / values.length
}

/** The lower one of the two in the middle; 0 of nothing. */
function medianOf(values: ArrayLike<number>): number {
  return Float64Array.from(values).toSorted()[Math.floor((values.length - 1) / 2)] ?? 0
}
