import type { Cents } from '../money.ts'
import { bestAtOneTable, bestAtTables } from './at-tables.ts'
import { freeIn } from './free-seats.ts'
import type { SeatGroup } from './seat-group.ts'
import { bestInOneRow } from './in-one-row.ts'
import { bestInTwoRows } from './in-two-rows.ts'
import { bestNearby } from './nearby.ts'
import type { Seating } from './seating.ts'
import { bestStandingRoom } from './standing-room.ts'

/**
 * How well a party can be placed, best first: in one row, or at one table, without a seat left alone beside it; in one
 * row with such a seat; and so on.
 */
export const RUNGS = ['row', 'row_leaving_one', 'two_rows', 'tables', 'nearby', 'apart', 'standing'] as const
export type Rung = (typeof RUNGS)[number]

/** From one end of a row that seats so many nobody talks to the other: they may as well sit in two, if these are better. */
const LARGE = 8

/** So much better two rows have to be than one, in seats' distances: the far end of a side balcony is, a few rows back not. */
const MUCH_BETTER = 10

export type BestPlaces = SeatGroup & { readonly rung: Rung }

export type PartyRequest = {
  readonly tickets: number
  /** By sector: whether the party would go there. */
  readonly sectors: readonly boolean[]
}

/**
 * The best places that are free for a party of 1 to 20: together if they can be, seats before room to stand, and
 * undefined when neither seats nor room to stand are left for all. `free` counts the tickets to be had of each place.
 */
export function bestAvailable(
  seating: Seating,
  free: ArrayLike<number>,
  { tickets, sectors }: PartyRequest,
): BestPlaces | undefined {
  const freeAt = freeWhere(seating, free, sectors)
  const isFree = (place: number) => (freeAt[place] ?? 0) > 0
  const seats = freeIn(seating, isFree)
  const { neat, any } = bestInOneRow(seating, seats, tickets)
  const table = bestAtOneTable(seating, isFree, tickets)
  const together = neat && table && table.cost < neat.cost ? table : (neat ?? table)
  const row = together ?? any
  const rung = together ? 'row' : 'row_leaving_one'
  // No two rows are better than the best seat in any.
  const least = tickets < LARGE ? Infinity : (seating.neighbours[0]?.least ?? Infinity)
  if (row && row.cost <= least + MUCH_BETTER) return { ...row, rung }
  const behind = bestInTwoRows(seating, seats, tickets)
  if (row && (!behind || row.cost <= behind.cost + MUCH_BETTER)) return { ...row, rung }
  if (behind) return { ...behind, rung: 'two_rows' }
  const tables = bestAtTables(seating, isFree, tickets)
  if (tables) return { ...tables, rung: 'tables' }
  const nearby = bestNearby(seating, isFree, tickets)
  if (nearby) return { cost: nearby.cost, places: nearby.places, rung: nearby.isApart ? 'apart' : 'nearby' }
  const standing = bestStandingRoom(seating, (place) => freeAt[place] ?? 0, tickets)
  return standing && { ...standing, rung: 'standing' }
}

/** Which sectors are on sale at no more than this for a ticket. */
export function sectorsWithin(
  sectors: readonly { readonly isAvailable: boolean; readonly price: Cents }[],
  maxPrice: Cents | undefined,
): boolean[] {
  return sectors.map(({ isAvailable, price }) => isAvailable && (maxPrice === undefined || price <= maxPrice))
}

/** How many tickets are to be had of each place, but of none where the party would not go. */
function freeWhere({ layout }: Seating, free: ArrayLike<number>, sectors: readonly boolean[]): Int32Array {
  const wanted = new Int32Array(layout.x.length)
  for (const [sector, { first, end }] of layout.sectors.entries()) {
    if (!sectors[sector]) continue
    for (let place = first; place < end; place++) wanted[place] = free[place] ?? 0
  }
  return wanted
}
