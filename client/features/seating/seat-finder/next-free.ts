import type { SeatAvailability } from '../seat-availability.ts'
import { isStanding } from '../seat-model.ts'

type Wanted = {
  /** By sector: whether its seats are sought. */
  readonly sectors: readonly boolean[]
  readonly chosen: ReadonlyMap<number, number>
  readonly after: number
}

/** The next seat that is free and not chosen yet, row by row and sector by sector, beginning again at the front. */
export function nextFree({ model, free }: SeatAvailability, { sectors, chosen, after }: Wanted): number | undefined {
  for (let step = 1; step <= model.count; step++) {
    const seat = (after + step) % model.count
    if (free[seat] && sectors[model.sectorOf[seat] ?? -1] && !chosen.has(seat) && !isStanding(model, seat)) return seat
  }
  return undefined
}
