import type { SeatAvailability } from '../seat-availability.ts'
import type { SeatSector } from '../seat-model.ts'

type Chosen = Pick<ReadonlyMap<number, number>, 'has'>

/** Returns the next free, unchosen seat of a sector after a place. Continues at the first seat after the last one. */
export function nextFreeIn(
  { free }: SeatAvailability,
  sector: SeatSector,
  after: number,
  chosen: Chosen = new Map(),
): number | undefined {
  const [first, end] = [sector.rows[0]?.first ?? 0, sector.rows.at(-1)?.end ?? 0]
  const count = end - first
  for (let step = 1; step <= count; step++) {
    const seat = first + ((after - first + step + count) % count)
    if (free[seat] && !chosen.has(seat)) return seat
  }
  return undefined
}

type NextFreeOptions = {
  /** By sector: whether it is searched. */
  readonly sectors: readonly boolean[]
  readonly chosen: Chosen
  /** The place from which the search continues. */
  readonly after: number
}

/** Returns the next free seat of the same sector, else of the next searched sector that has one. */
export function nextFree(
  availability: SeatAvailability,
  { sectors, chosen, after }: NextFreeOptions,
): number | undefined {
  const { model } = availability
  const own = model.sectorOf[after] ?? 0
  for (let away = 0; away < model.sectors.length; away++) {
    const sector = model.sectors[(own + away) % model.sectors.length]
    if (!sector || !sectors[sector.index]) continue
    const seat = nextFreeIn(availability, sector, away === 0 ? after : sector.first - 1, chosen)
    if (seat !== undefined) return seat
  }
  return undefined
}
