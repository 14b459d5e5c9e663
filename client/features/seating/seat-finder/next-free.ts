import type { PlaceKind } from '#domain/tickets/places.ts'
import { listedRowsOf } from '../listed-seats.ts'
import type { SeatAvailability } from '../seat-availability.ts'
import type { SeatSector } from '../seat-model.ts'

const NONE: ReadonlySet<PlaceKind> = new Set()

type Chosen = Pick<ReadonlyMap<number, number>, 'has'>

/** Returns the next free, unchosen seat of a sector after a place. Continues at the first seat after the last one. */
export function nextFreeIn(
  { model, free }: SeatAvailability,
  sector: SeatSector,
  after: number,
  { chosen = new Map(), kinds = NONE }: { chosen?: Chosen; kinds?: ReadonlySet<PlaceKind> } = {},
): number | undefined {
  const { kinds: kindOf } = model
  const seats = listedRowsOf(model, sector).flatMap((row) => row.seats)
  const at = seats.indexOf(after)
  for (const seat of [...seats.slice(at + 1), ...seats.slice(0, at + 1)]) {
    const kind = kindOf.get(seat)
    const isWanted = kinds.size === 0 ? kind === undefined : kind !== undefined && kinds.has(kind)
    if (isWanted && free[seat] && !chosen.has(seat)) return seat
  }
  return undefined
}

type NextFreeOptions = {
  /** By sector: whether it is searched. */
  readonly sectors: readonly boolean[]
  /** The searched special kinds of seats. An empty set means usual seats. */
  readonly kinds?: ReadonlySet<PlaceKind>
  readonly chosen: Chosen
  /** The place from which the search continues. */
  readonly after: number
}

/** Returns the next free seat of the same sector, else of the next searched sector that has one. */
export function nextFree(
  availability: SeatAvailability,
  { sectors, kinds = NONE, chosen, after }: NextFreeOptions,
): number | undefined {
  const { model } = availability
  const own = model.sectorOf[after] ?? 0
  for (let away = 0; away < model.sectors.length; away++) {
    const sector = model.sectors[(own + away) % model.sectors.length]
    if (!sector || !sectors[sector.index]) continue
    const seat = nextFreeIn(availability, sector, away === 0 ? after : sector.first - 1, { chosen, kinds })
    if (seat !== undefined) return seat
  }
  return undefined
}
