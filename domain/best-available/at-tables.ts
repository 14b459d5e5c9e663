import type { SeatGroup } from './seat-group.ts'
import { distanceBetween, lengthOf } from './seat-layout.ts'
import type { IsFree } from './orphans-left.ts'
import type { Seating } from './seating.ts'
import type { Table } from './table.ts'

/** What each seat costs that stays free at the table, in seats' distances: strangers would sit down there. */
const LEFT_FREE = 1

/** What it costs that a table is in another sector, at another price. */
const OTHER_SECTOR = 3

/** As many tables are tried as the first one of a party that needs several. */
const TRIED = 16

/** So many tables beside the first one are near to it. */
const NEAR = 12

/** A table, those of its seats that are free, one at least, and the one of them that one would like best. */
type FreeTable = Table & { readonly free: readonly number[]; readonly favourite: number }

/** The best seats at one table. */
export function bestAtOneTable(seating: Seating, isFree: IsFree, size: number): SeatGroup | undefined {
  let best: SeatGroup | undefined
  for (const { free, favourite } of freeTables(seating, isFree)) {
    const leftFree = LEFT_FREE * (free.length - size)
    // No table is better than its best seat.
    if (leftFree < 0 || (best && seating.costOf(favourite) + leftFree >= best.cost)) continue
    const places = nearestTo(seating, favourite, free, size)
    const cost = meanOf(places, seating.costOf) + leftFree
    if (!best || cost < best.cost) best = { places, cost }
  }
  return best
}

/** Seats at as few tables near to one another as there can be; all of them but one have no seat left free then. */
export function bestAtTables(seating: Seating, isFree: IsFree, size: number): SeatGroup | undefined {
  const tables = freeTables(seating, isFree)
  const likedMost = tables.toSorted((a, b) => seating.costOf(a.favourite) - seating.costOf(b.favourite))
  let best: { group: SeatGroup; count: number } | undefined
  for (const first of likedMost.slice(0, TRIED)) {
    const party = tablesAround(seating, first, tables, size)
    if (!party || (best && best.count < party.length)) continue
    const group = groupAt(seating, party, size)
    if (!best || party.length < best.count || group.cost < best.group.cost) best = { group, count: party.length }
  }
  return best?.group
}

function freeTables({ tables, costOf }: Seating, isFree: IsFree): FreeTable[] {
  return tables.flatMap((table) => {
    const free: number[] = []
    let favourite: number | undefined
    for (let seat = table.first; seat < table.end; seat++) {
      if (!isFree(seat)) continue
      free.push(seat)
      if (favourite === undefined || costOf(seat) < costOf(favourite)) favourite = seat
    }
    return favourite === undefined ? [] : [{ ...table, free, favourite }]
  })
}

/** The largest tables near the first one, then the one that the rest of the party fits best. */
function tablesAround(
  { pitch }: Seating,
  first: FreeTable,
  tables: readonly FreeTable[],
  size: number,
): FreeTable[] | undefined {
  const near = tablesNear(first, tables).toSorted((a, b) => b.table.free.length - a.table.free.length)
  const party = [first]
  let left = size - first.free.length
  while (left > 0) {
    const cost = ({ table, away }: Neighbour) =>
      away / pitch + elsewhere(first, table) + LEFT_FREE * (table.free.length - left)
    const [last] = near.filter(({ table }) => table.free.length >= left).toSorted((a, b) => cost(a) - cost(b))
    const next = last ?? near[0]
    if (!next) return undefined
    near.splice(near.indexOf(next), 1)
    party.push(next.table)
    left -= next.table.free.length
  }
  return party
}

type Neighbour = { readonly table: FreeTable; readonly away: number }

function tablesNear(first: FreeTable, tables: readonly FreeTable[]): Neighbour[] {
  const near: Neighbour[] = []
  for (const table of tables) {
    const away = lengthOf(table.x - first.x, table.y - first.y)
    if (table === first || (near.length === NEAR && away >= (near.at(-1)?.away ?? 0))) continue
    near.splice(near.findLastIndex((other) => other.away <= away) + 1, 0, { table, away })
    if (near.length > NEAR) near.pop()
  }
  return near
}

/** At the last table those seats that are nearest to the first one. */
function groupAt(seating: Seating, party: readonly FreeTable[], size: number): SeatGroup {
  const whole = party.slice(0, -1).flatMap(({ free }) => free)
  const [middle = 0] = whole
  const rest = party.at(-1)?.free ?? []
  const [start = 0] = nearestTo(seating, middle, rest, 1)
  const places = [...whole, ...nearestTo(seating, start, rest, size - whole.length)].toSorted((a, b) => a - b)
  const apart = meanOf(places, (place) => distanceBetween(seating.layout, middle, place)) / seating.pitch
  const leftFree = LEFT_FREE * (whole.length + rest.length - size)
  const away = party.reduce((sum, table) => sum + elsewhere(party[0] ?? table, table), 0)
  return { places, cost: meanOf(places, seating.costOf) + apart + away + leftFree }
}

function elsewhere(one: Table, other: Table): number {
  return one.sector === other.sector ? 0 : OTHER_SECTOR
}

/** So many of these seats around one of them, in their order. */
function nearestTo({ layout }: Seating, middle: number, seats: readonly number[], count: number): number[] {
  const away = (seat: number) => distanceBetween(layout, middle, seat)
  const nearest = seats.toSorted((a, b) => away(a) - away(b)).slice(0, count)
  return nearest.toSorted((a, b) => a - b)
}

function meanOf(seats: readonly number[], valueOf: (seat: number) => number): number {
  return seats.reduce((sum, seat) => sum + valueOf(seat), 0) / seats.length
}
