import { distanceBetween, lengthOf, type SeatLayout } from './seat-layout.ts'
import { areTables, tableOf, type Table } from './table.ts'

/** Seats side by side without an aisle or a pillar between them, from `first` to before `end`. `row` is an index. */
export type Stretch = { readonly first: number; readonly end: number; readonly row: number }

/** A row of seats. The rows of a venue are in the order of its sectors, and within each in the order of the layout. */
export type SeatedRow = {
  readonly sector: number
  /** Empty for a table. */
  readonly stretches: readonly Stretch[]
  /** The cost of its best seat. */
  readonly lowestCost: number
}

/** Two adjacent rows of a sector, by index, and the cost of their best seat. */
export type RowPair = { readonly row: number; readonly nextRow: number; readonly lowestCost: number }

/** Everything about a layout that the search for places needs and that never changes. Computed once per venue. */
export type Seating = {
  readonly layout: SeatLayout
  /** The usual distance between two neighbouring seats: the median over the rows. */
  readonly pitch: number
  readonly rows: readonly SeatedRow[]
  /** Rows whose seats are around a table, or in a box. */
  readonly tables: readonly Table[]
  /** Sorted by `lowestCost`. */
  readonly rowPairs: readonly RowPair[]
  /** Returns the row of a seat, or undefined for a standing place. */
  readonly rowOf: (seat: number) => number | undefined
  /** Returns the stretch of a seat, or undefined at a table and for a standing place. */
  readonly stretchOf: (seat: number) => Stretch | undefined
  /** Returns the cost of a place in seat pitches: the lower, the better. */
  readonly costOf: (place: number) => number
  /** Returns the mean cost of consecutive seats, from `first` to before `end`. */
  readonly meanCostOf: (first: number, end: number) => number
}

/** Neighbours farther apart than this multiple of the usual distance in their row have an aisle between them. */
const AISLE_FACTOR = 1.6

/** Cost of each row of the same sector in front of a seat, in seat pitches: heads block the view. */
const COST_PER_ROW_IN_FRONT = 0.1

/** A venue has a front if at most this share of its places is behind the focal point. */
const MAX_SHARE_BEHIND = 0.3

/**
 * Analyses a layout for the search for places. The cost of a place is its distance from the best spot, in seat pitches,
 * plus a little for each row in front of it. `spot` is the position of the best spot on the line from the focal point
 * (0) to the mean of all places (1) or beyond. Where most places are on one side of the focal point, each place on the
 * other side costs more than all of those.
 */
export function seatingOf(layout: SeatLayout, spot = 0): Seating {
  const spacings = layout.sectors.flatMap(({ rows }) => rows.map((row) => usualSpacing(layout, row)))
  const pitch = medianOf(spacings.filter((spacing) => spacing > 0)) || 1
  const centre = { x: meanOf(layout.x), y: meanOf(layout.y) }
  const costs = costsOf(layout, pitch, pointBetween(layout.focus, centre, spot))
  penalizePlacesBehind(costs, layout, centre)
  const stretches: Stretch[] = []
  const stretchNumbers = new Int32Array(layout.x.length).fill(-1)
  const rowNumbers = new Int32Array(layout.x.length).fill(-1)
  const rows: SeatedRow[] = []
  const tables: Table[] = []
  for (const [sector, { rows: ownRows }] of layout.sectors.entries()) {
    const isTable = areTables(layout, ownRows)
    for (const [at, row] of ownRows.entries()) {
      if (isTable[at]) tables.push(tableOf(layout, row, sector))
      const ownStretches = isTable[at]
        ? []
        : stretchesOf(layout, row).map((stretch) => ({ ...stretch, row: rows.length }))
      rowNumbers.fill(rows.length, row.first, row.end)
      for (const stretch of ownStretches) stretchNumbers.fill(stretches.push(stretch) - 1, stretch.first, stretch.end)
      let lowestCost = Infinity
      for (let seat = row.first; seat < row.end; seat++) lowestCost = Math.min(lowestCost, costs[seat] ?? 0)
      rows.push({ sector, stretches: ownStretches, lowestCost })
    }
  }
  const sums = new Float64Array(costs.length + 1)
  for (let place = 0; place < costs.length; place++) sums[place + 1] = (sums[place] ?? 0) + (costs[place] ?? 0)
  return {
    layout,
    pitch,
    rows,
    tables,
    rowPairs: pairsOf(rows),
    rowOf: (seat) => (rowNumbers[seat] === -1 ? undefined : rowNumbers[seat]),
    stretchOf: (seat) => stretches[stretchNumbers[seat] ?? -1],
    costOf: (place) => costs[place] ?? 0,
    meanCostOf: (first, end) => ((sums[end] ?? 0) - (sums[first] ?? 0)) / (end - first),
  }
}

/** Pairs each row with the next one of its sector. Tables are left out. */
function pairsOf(rows: readonly SeatedRow[]): RowPair[] {
  const pairs = rows.flatMap((row, at): RowPair[] => {
    const next = rows[at + 1]
    if (!next || next.sector !== row.sector || row.stretches.length * next.stretches.length === 0) return []
    return [{ row: at, nextRow: at + 1, lowestCost: Math.min(row.lowestCost, next.lowestCost) }]
  })
  return pairs.toSorted((a, b) => a.lowestCost - b.lowestCost)
}

type SeatRange = { readonly first: number; readonly end: number }

/** Splits a row at its aisles. Each range holds seats side by side, from `first` to before `end`. */
export function stretchesOf(layout: Pick<SeatLayout, 'x' | 'y'>, row: SeatRange): SeatRange[] {
  const spacing = usualSpacing(layout, row)
  const stretches: SeatRange[] = []
  let first = row.first
  for (let seat = row.first + 1; seat <= row.end; seat++) {
    if (seat < row.end && distanceBetween(layout, seat - 1, seat) <= AISLE_FACTOR * spacing) continue
    stretches.push({ first, end: seat })
    first = seat
  }
  return stretches
}

/** Computes the median distance between neighbours of a row. */
function usualSpacing(layout: Pick<SeatLayout, 'x' | 'y'>, { first, end }: SeatRange): number {
  const spacings = new Float64Array(Math.max(0, end - first - 1))
  for (let at = 0; at < spacings.length; at++) spacings[at] = distanceBetween(layout, first + at, first + at + 1)
  return medianOf(spacings)
}

function costsOf(layout: SeatLayout, pitch: number, spot: Point): Float64Array {
  const costs = new Float64Array(layout.x.length)
  const distance = (place: number) => lengthOf((layout.x[place] ?? 0) - spot.x, (layout.y[place] ?? 0) - spot.y)
  for (let place = 0; place < costs.length; place++) costs[place] = distance(place) / pitch
  for (const { rows } of layout.sectors) {
    const middle = ({ first, end }: SeatRange) => distance(Math.floor((first + end - 1) / 2))
    for (const [rowsInFront, { first, end }] of rows.toSorted((a, b) => middle(a) - middle(b)).entries()) {
      for (let seat = first; seat < end; seat++) costs[seat] = (costs[seat] ?? 0) + COST_PER_ROW_IN_FRONT * rowsInFront
    }
  }
  return costs
}

type Point = { readonly x: number; readonly y: number }

/** Raises the cost of places behind the focal point above all others, if the venue has a front. */
function penalizePlacesBehind(costs: Float64Array, { x, y, focus }: SeatLayout, centre: Point): void {
  const isBehind = (_: number, place: number) =>
    ((x[place] ?? 0) - focus.x) * (centre.x - focus.x) + ((y[place] ?? 0) - focus.y) * (centre.y - focus.y) < 0
  if (costs.filter(isBehind).length > MAX_SHARE_BEHIND * costs.length) return
  const highest = costs.reduce((most, cost) => Math.max(most, cost), 0)
  for (const [place, cost] of costs.entries()) if (isBehind(cost, place)) costs[place] = cost + highest
}

function pointBetween(from: Point, to: Point, share: number): Point {
  return { x: from.x + share * (to.x - from.x), y: from.y + share * (to.y - from.y) }
}

function meanOf(values: ArrayLike<number>): number {
  let sum = 0
  for (let at = 0; at < values.length; at++) sum += values[at] ?? 0
  return values.length === 0 ? 0 : sum / values.length
}

/** Returns the lower median, or 0 for no values. */
function medianOf(values: ArrayLike<number>): number {
  return Float64Array.from(values).toSorted()[Math.floor((values.length - 1) / 2)] ?? 0
}
