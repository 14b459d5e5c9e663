import type { SeatAvailability } from '../seat-availability.ts'
import type { SeatSector } from '../seat-model.ts'

type Chosen = Pick<ReadonlyMap<number, number>, 'has'>

/** The next seat of a sector that is free and not chosen yet, after one of its seats and beginning again at the front. */
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

type Wanted = {
  /** By sector: whether its seats are sought. */
  readonly sectors: readonly boolean[]
  readonly chosen: Chosen
  /** The place to go on from. */
  readonly after: number
}

/** The next free seat of the same sector; where that has none, of the next sector that is wanted and has. */
export function nextFree(availability: SeatAvailability, { sectors, chosen, after }: Wanted): number | undefined {
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
