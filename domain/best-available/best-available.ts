import type { Cents } from '../money.ts'
import { bestAtOneTable, bestAtTables } from './at-tables.ts'
import { bestForWheelchairs } from './for-wheelchairs.ts'
import { findFreeSeats } from './free-seats.ts'
import type { SeatGroup } from './seat-group.ts'
import { bestInOneRow } from './in-one-row.ts'
import { bestInTwoRows } from './in-two-rows.ts'
import { bestNearby } from './nearby.ts'
import { freeOfKinds } from './kinds.ts'
import type { Seating } from './seating.ts'
import { bestStandingRoom } from './standing-room.ts'

/**
 * The ways to place a party, best first. `row`: side by side or at one table, without leaving an orphan seat.
 * `row_leaving_one`: side by side, leaving an orphan seat. `nearby`: close together. `apart`: scattered.
 */
export const ARRANGEMENTS = ['row', 'row_leaving_one', 'two_rows', 'tables', 'nearby', 'apart', 'standing'] as const
export type Arrangement = (typeof ARRANGEMENTS)[number]

/** The smallest party for which two rows may be better than one: the ends of a longer row cannot talk to each other. */
const LARGE_PARTY = 8

/**
 * The advantage in cost that two rows need over one, in seat pitches. A seat at the far end of a side balcony is that
 * much worse; a seat a few rows farther back is not.
 */
const TWO_ROWS_ADVANTAGE = 10

export type BestPlaces = SeatGroup & { readonly arrangement: Arrangement }

export type PartyRequest = {
  readonly tickets: number
  /** By sector: whether the party accepts it. */
  readonly sectors: readonly boolean[]
  /** The number of tickets for people in a wheelchair, by default 0. */
  readonly wheelchairs?: number
  /** Whether the party accepts seats with a restricted view. */
  readonly restrictedView?: boolean
}

/**
 * Finds the best free places for a party of 1 to 20: together if possible, and seats before standing places. Returns
 * undefined when neither the free seats nor the free standing places suffice; a party is never split between both.
 * `free` counts the tickets available for each place. Wheelchair places, companion seats and seats with a restricted
 * view are found only on request.
 */
export function bestAvailable(
  seating: Seating,
  free: ArrayLike<number>,
  { tickets, sectors, wheelchairs = 0, restrictedView = false }: PartyRequest,
): BestPlaces | undefined {
  const freeOfAllKinds = freeInSectors(seating, free, sectors)
  const freeAt = freeOfKinds(seating, freeOfAllKinds, restrictedView ? ['RESTRICTED_VIEW'] : [])
  if (wheelchairs > 0) return bestForWheelchairs(seating, { freeOfAllKinds, freeAt }, { tickets, wheelchairs })
  const isFree = (place: number) => (freeAt[place] ?? 0) > 0
  const freeSeats = findFreeSeats(seating, isFree)
  const { withoutOrphan, any } = bestInOneRow(seating, freeSeats, tickets)
  const table = bestAtOneTable(seating, isFree, tickets)
  const together = withoutOrphan && table && table.cost < withoutOrphan.cost ? table : (withoutOrphan ?? table)
  const row = together ?? any
  const arrangement = together ? 'row' : 'row_leaving_one'
  // A lower bound for two rows: the cost of the best seat in any pair of rows.
  const lowestPairCost = tickets < LARGE_PARTY ? Infinity : (seating.rowPairs[0]?.lowestCost ?? Infinity)
  if (row && row.cost <= lowestPairCost + TWO_ROWS_ADVANTAGE) return { ...row, arrangement }
  const twoRows = bestInTwoRows(seating, freeSeats, tickets)
  if (row && (!twoRows || row.cost <= twoRows.cost + TWO_ROWS_ADVANTAGE)) return { ...row, arrangement }
  if (twoRows) return { ...twoRows, arrangement: 'two_rows' }
  const tables = bestAtTables(seating, isFree, tickets)
  if (tables) return { ...tables, arrangement: 'tables' }
  const nearby = bestNearby(seating, isFree, tickets)
  if (nearby) return { cost: nearby.cost, places: nearby.places, arrangement: nearby.isApart ? 'apart' : 'nearby' }
  const standing = bestStandingRoom(seating, (place) => freeAt[place] ?? 0, tickets)
  return standing && { ...standing, arrangement: 'standing' }
}

/** Tells by sector whether it is on sale at no more than `maxPrice` per ticket. */
export function sectorsWithin(
  sectors: readonly { readonly isAvailable: boolean; readonly price: Cents }[],
  maxPrice: Cents | undefined,
): boolean[] {
  return sectors.map(({ isAvailable, price }) => isAvailable && (maxPrice === undefined || price <= maxPrice))
}

/** Copies the free tickets of the accepted sectors. All other places count as taken. */
function freeInSectors({ layout }: Seating, free: ArrayLike<number>, sectors: readonly boolean[]): Int32Array {
  const accepted = new Int32Array(layout.x.length)
  for (const [sector, { first, end }] of layout.sectors.entries()) {
    if (!sectors[sector]) continue
    for (let place = first; place < end; place++) accepted[place] = free[place] ?? 0
  }
  return accepted
}
