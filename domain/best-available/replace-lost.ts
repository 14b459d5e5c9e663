import { bestAvailable } from './best-available.ts'
import { distanceBetween, firstStandingPlace } from './seat-layout.ts'
import { orphanFixFor } from './orphan-seat.ts'
import type { Seating } from './seating.ts'
import type { Table } from './table.ts'

/** Weight of the distance to the kept seats, relative to the distance to the lost seat. */
const TOGETHER_WEIGHT = 3

/** Cost of a seat in another row than the lost one, in seat pitches. */
const OTHER_ROW_COST = 4

/** The distance up to which two people sit together, in seat pitches: side by side, or one behind the other. */
const MAX_DISTANCE_TOGETHER = 1.6

type LostAndKept = {
  /** Chosen seats that others have taken. */
  readonly lost: readonly number[]
  /** Seats that are still chosen. */
  readonly kept: readonly number[]
}

/** Free seats instead of lost ones, and the kept seats that are given up for them. */
export type Replacement = { readonly from: readonly number[]; readonly to: readonly number[] }

/**
 * Finds a free seat for each lost one, in the same sector and therefore at the same price: near the lost seat, near the
 * kept seats, and without leaving an orphan seat if possible. People who sat together and would be split move to the
 * best available seats of the sector, if these are together. Returns undefined unless all can be replaced.
 */
export function replacementsFor(
  seating: Seating,
  free: ArrayLike<number>,
  { lost, kept }: LostAndKept,
): Replacement | undefined {
  const from: number[] = []
  const to: number[] = []
  for (const group of groupsOf(seating, [...lost, ...kept])) {
    const lostOfGroup = group.filter((seat) => lost.includes(seat))
    if (lostOfGroup.length === 0) continue
    const others = [...kept.filter((seat) => !group.includes(seat)), ...to]
    const stillFree = Array.from(free, (tickets, seat) => (others.includes(seat) ? 0 : tickets))
    const loss = { lost: lostOfGroup, kept: group.filter((seat) => !lost.includes(seat)) }
    const replacement = replacementOf(seating, stillFree, loss)
    if (!replacement) return undefined
    from.push(...replacement.from)
    to.push(...replacement.to)
  }
  return { from, to: to.toSorted((a, b) => a - b) }
}

/** Replaces the lost seats of one group. */
function replacementOf(seating: Seating, free: ArrayLike<number>, loss: LostAndKept): Replacement | undefined {
  const { lost, kept } = loss
  const nearest = nearestWithoutOrphan(seating, free, loss)
  if (!nearest) return undefined
  // Nobody who keeps a seat is moved for sitting side by side instead of one behind the other.
  const isTogether = kept.length > 0 ? areOneGroup(seating, [...kept, ...nearest]) : areSideBySide(seating, nearest)
  if (isTogether) return { from: [], to: nearest }
  const moved = bestInSectorOf(seating, free, [...lost, ...kept])
  if (!moved || !areOneGroup(seating, moved)) return { from: [], to: nearest }
  return { from: kept.filter((seat) => !moved.includes(seat)), to: moved.filter((seat) => !kept.includes(seat)) }
}

/** Finds the best available seats for people who sat on these seats, in their sector. Undefined for several sectors. */
function bestInSectorOf(seating: Seating, free: ArrayLike<number>, seats: readonly number[]) {
  const sectors = seating.layout.sectors.map(({ first, end }) => seats.some((seat) => seat >= first && seat < end))
  if (sectors.filter(Boolean).length > 1) return undefined
  const best = bestAvailable(seating, free, { tickets: seats.length, sectors })
  return best?.arrangement === 'standing' ? undefined : best?.places
}

function areOneGroup(seating: Seating, seats: readonly number[]): boolean {
  return groupsOf(seating, seats).length === 1
}

/** Tells whether seats in the order of the layout are at one table, or side by side in one row. */
function areSideBySide(seating: Seating, seats: readonly number[]): boolean {
  const [first = 0] = seats
  const isInRow = (seat: number, at: number) =>
    seat === first + at && seating.stretchOf(seat) === seating.stretchOf(first)
  const table = tableOf(seating, first)
  return seats.every((seat, at) => (table ? tableOf(seating, seat) === table : isInRow(seat, at)))
}

/** Splits seats into groups of people who sit together: at one table, or each beside or behind another one. */
function groupsOf(seating: Seating, seats: readonly number[]): number[][] {
  let groups: number[][] = []
  for (const seat of seats) {
    const isNear = (group: readonly number[]) => group.some((other) => areTogether(seating, seat, other))
    const merged = [...groups.filter(isNear).flat(), seat]
    groups = [...groups.filter((group) => !isNear(group)), merged]
  }
  return groups
}

function areTogether(seating: Seating, one: number, other: number): boolean {
  const [table, otherTable] = [tableOf(seating, one), tableOf(seating, other)]
  if (table ?? otherTable) return table === otherTable
  return distanceBetween(seating.layout, one, other) <= MAX_DISTANCE_TOGETHER * seating.pitch
}

function tableOf({ tables }: Seating, seat: number): Table | undefined {
  return tables.find(({ first, end }) => seat >= first && seat < end)
}

function nearestWithoutOrphan(seating: Seating, free: ArrayLike<number>, loss: LostAndKept): number[] | undefined {
  const nearest = nearestTo(seating, free, loss)
  if (!nearest) return undefined
  const fix = orphanFixFor(seating, free, new Set([...loss.kept, ...nearest]))
  if (!fix?.from.every((seat) => nearest.includes(seat))) return nearest
  return [...nearest.filter((seat) => !fix.from.includes(seat)), ...fix.to].toSorted((a, b) => a - b)
}

function nearestTo(seating: Seating, free: ArrayLike<number>, { lost, kept }: LostAndKept): number[] | undefined {
  const replacements: number[] = []
  for (const seat of lost) {
    const together = [...kept, ...replacements]
    const sector = seating.layout.sectors.find(({ first, end }) => seat >= first && seat < end)
    if (!sector) return undefined
    let best: { seat: number; cost: number } | undefined
    for (let other = sector.first; other < firstStandingPlace(sector); other++) {
      if (!free[other] || together.includes(other)) continue
      const isOtherRow = seating.rowOf(other) !== seating.rowOf(seat)
      const cost =
        (isOtherRow ? OTHER_ROW_COST * seating.pitch : 0) +
        distanceBetween(seating.layout, seat, other) +
        TOGETHER_WEIGHT * distanceToNearest(seating, other, together)
      if (!best || cost < best.cost) best = { seat: other, cost }
    }
    if (!best) return undefined
    replacements.push(best.seat)
  }
  return replacements.toSorted((a, b) => a - b)
}

function distanceToNearest({ layout }: Seating, seat: number, others: readonly number[]): number {
  return others.length === 0 ? 0 : Math.min(...others.map((other) => distanceBetween(layout, seat, other)))
}
