import type { SeatGroup } from './seat-group.ts'
import { firstStandingPlace } from './seat-layout.ts'
import type { Seating } from './seating.ts'

/**
 * Finds standing places for a party: one place for all, else the best places together. Returns undefined when there is
 * not enough room. `freeAt` returns the free capacity of a place.
 */
export function bestStandingRoom(
  { layout, costOf }: Seating,
  freeAt: (place: number) => number,
  size: number,
): SeatGroup | undefined {
  const open: number[] = []
  for (const sector of layout.sectors) {
    for (let place = firstStandingPlace(sector); place < sector.end; place++) if (freeAt(place) > 0) open.push(place)
  }
  const bestFirst = open.toSorted((a, b) => costOf(a) - costOf(b))
  const together = bestFirst.find((place) => freeAt(place) >= size)
  const candidates = (together === undefined ? bestFirst : [together]).flatMap((place) =>
    Array.from({ length: Math.min(size, freeAt(place)) }, () => place),
  )
  if (candidates.length < size) return undefined
  const places = candidates.slice(0, size)
  return { places, cost: places.reduce((sum, place) => sum + costOf(place), 0) / size }
}
