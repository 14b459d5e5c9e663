import type { PlaceKind } from '#domain/tickets/places.ts'
import type { SeatAvailability } from '../seat-availability.ts'
import type { SeatSector } from '../seat-model.ts'

/** The shown price classes and special kinds of seats. An empty set means all of them. */
export type Filters = { readonly shown: ReadonlySet<number>; readonly kinds: ReadonlySet<PlaceKind> }

/** Tells whether filters hide any places. */
export function areFiltersOn({ shown, kinds }: Filters): boolean {
  return shown.size > 0 || kinds.size > 0
}

/** Counts the free seats and the free standing tickets that filters show: in these sectors, or in all of them. */
export function freeMatches(
  { model, free, freeInSector }: SeatAvailability,
  { shown, kinds }: Filters,
  sectors: readonly SeatSector[] = model.sectors,
): number {
  let count = 0
  for (const { index, first, end, isAvailable, priceClass } of sectors) {
    if (!isAvailable || (shown.size > 0 && !shown.has(priceClass))) continue
    if (kinds.size === 0) count += freeInSector[index] ?? 0
    else
      for (const [seat, kind] of model.kinds)
        if (seat >= first && seat < end && kinds.has(kind) && (free[seat] ?? 0) > 0) count += 1
  }
  return count
}
