import type { SeatAvailability } from '../seat-availability.ts'
import { isStanding } from '../seat-model.ts'

/** The next free seat after a seat, row by row and sector by sector among these, beginning again at the front. */
export function nextFree(
  { model, free }: SeatAvailability,
  sectors: readonly boolean[],
  after: number,
): number | undefined {
  for (let step = 1; step <= model.count; step++) {
    const seat = (after + step) % model.count
    if (free[seat] && sectors[model.sectorOf[seat] ?? -1] && !isStanding(model, seat)) return seat
  }
  return undefined
}
