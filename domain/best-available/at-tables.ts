import type { SeatGroup } from './seat-group.ts'
import { distanceBetween, lengthOf } from './seat-layout.ts'
import type { IsFree } from './orphans-left.ts'
import type { Seating } from './seating.ts'
import type { Table } from './table.ts'

/** Cost of each seat left free at a table, in seat pitches: strangers would join the party there. */
const COST_PER_SEAT_LEFT_FREE = 1

/** Cost of a table in another sector than the first one, in seat pitches: its price differs. */
const OTHER_SECTOR_COST = 3

/** Limits how many tables are tried as the first one of a party that needs several. */
const MAX_FIRST_TABLES = 16

/** Limits how many tables near the first one are considered. */
const MAX_NEARBY_TABLES = 12

/** A table with at least one free seat. `best` is the free seat with the lowest cost. */
type FreeTable = Table & { readonly free: readonly number[]; readonly best: number }

/** Finds the best seats at one table. */
export function bestAtOneTable(seating: Seating, isFree: IsFree, size: number): SeatGroup | undefined {
  let best: SeatGroup | undefined
  for (const table of freeTables(seating, isFree)) {
    const leftFreeCost = COST_PER_SEAT_LEFT_FREE * (table.free.length - size)
    // The cost of the best seat is a lower bound for the whole table.
    if (leftFreeCost < 0 || (best && seating.costOf(table.best) + leftFreeCost >= best.cost)) continue
    const places = nearestTo(seating, table.best, table.free, size)
    const cost = meanOf(places, seating.costOf) + leftFreeCost
    if (!best || cost < best.cost) best = { places, cost }
  }
  return best
}

/** Finds seats at as few neighbouring tables as possible. The party takes all free seats of all tables but the last. */
export function bestAtTables(seating: Seating, isFree: IsFree, size: number): SeatGroup | undefined {
  const tables = freeTables(seating, isFree)
  const bestFirst = tables.toSorted((a, b) => seating.costOf(a.best) - seating.costOf(b.best))
  let best: { group: SeatGroup; count: number } | undefined
  for (const first of bestFirst.slice(0, MAX_FIRST_TABLES)) {
    const chosen = tablesAround(seating, first, tables, size)
    if (!chosen || (best && best.count < chosen.length)) continue
    const group = groupAt(seating, chosen, size)
    if (!best || chosen.length < best.count || group.cost < best.group.cost) best = { group, count: chosen.length }
  }
  return best?.group
}

function freeTables({ tables, costOf }: Seating, isFree: IsFree): FreeTable[] {
  return tables.flatMap((table) => {
    const free: number[] = []
    let best: number | undefined
    for (let seat = table.first; seat < table.end; seat++) {
      if (!isFree(seat)) continue
      free.push(seat)
      if (best === undefined || costOf(seat) < costOf(best)) best = seat
    }
    return best === undefined ? [] : [{ ...table, free, best }]
  })
}

/** Adds the largest tables near the first one, and last the table that fits the rest of the party best. */
function tablesAround(
  { pitch }: Seating,
  first: FreeTable,
  tables: readonly FreeTable[],
  size: number,
): FreeTable[] | undefined {
  const nearby = tablesNear(first, tables).toSorted((a, b) => b.table.free.length - a.table.free.length)
  const chosen = [first]
  let missing = size - first.free.length
  while (missing > 0) {
    const cost = ({ table, distance }: NearbyTable) =>
      distance / pitch + otherSectorCost(first, table) + COST_PER_SEAT_LEFT_FREE * (table.free.length - missing)
    const [last] = nearby.filter(({ table }) => table.free.length >= missing).toSorted((a, b) => cost(a) - cost(b))
    const next = last ?? nearby[0]
    if (!next) return undefined
    nearby.splice(nearby.indexOf(next), 1)
    chosen.push(next.table)
    missing -= next.table.free.length
  }
  return chosen
}

type NearbyTable = { readonly table: FreeTable; readonly distance: number }

function tablesNear(first: FreeTable, tables: readonly FreeTable[]): NearbyTable[] {
  const nearby: NearbyTable[] = []
  for (const table of tables) {
    const distance = lengthOf(table.x - first.x, table.y - first.y)
    const isFarther = nearby.length === MAX_NEARBY_TABLES && distance >= (nearby.at(-1)?.distance ?? 0)
    if (table === first || isFarther) continue
    nearby.splice(nearby.findLastIndex((other) => other.distance <= distance) + 1, 0, { table, distance })
    if (nearby.length > MAX_NEARBY_TABLES) nearby.pop()
  }
  return nearby
}

/** Takes all free seats of all tables but the last, and there the seats nearest to the first table. */
function groupAt(seating: Seating, tables: readonly FreeTable[], size: number): SeatGroup {
  const whole = tables.slice(0, -1).flatMap(({ free }) => free)
  const [centre = 0] = whole
  const rest = tables.at(-1)?.free ?? []
  const [start = 0] = nearestTo(seating, centre, rest, 1)
  const places = [...whole, ...nearestTo(seating, start, rest, size - whole.length)].toSorted((a, b) => a - b)
  const distanceCost = meanOf(places, (place) => distanceBetween(seating.layout, centre, place)) / seating.pitch
  const leftFreeCost = COST_PER_SEAT_LEFT_FREE * (whole.length + rest.length - size)
  const sectorCost = tables.reduce((sum, table) => sum + otherSectorCost(tables[0] ?? table, table), 0)
  return { places, cost: meanOf(places, seating.costOf) + distanceCost + sectorCost + leftFreeCost }
}

function otherSectorCost(one: Table, other: Table): number {
  return one.sector === other.sector ? 0 : OTHER_SECTOR_COST
}

/** Selects the `count` seats nearest to one of them, in the order of the layout. */
function nearestTo({ layout }: Seating, centre: number, seats: readonly number[], count: number): number[] {
  const distance = (seat: number) => distanceBetween(layout, centre, seat)
  const nearest = seats.toSorted((a, b) => distance(a) - distance(b)).slice(0, count)
  return nearest.toSorted((a, b) => a - b)
}

function meanOf(seats: readonly number[], valueOf: (seat: number) => number): number {
  return seats.reduce((sum, seat) => sum + valueOf(seat), 0) / seats.length
}
