import type { SeatGroup } from './seat-group.ts'
import { standingFrom } from './seat-layout.ts'
import type { Seating } from './seating.ts'

/** Room to stand together, else as near to what all look at as there is room. `freeAt` counts the people. */
export function bestStandingRoom(
  { layout, costOf }: Seating,
  freeAt: (place: number) => number,
  size: number,
): SeatGroup | undefined {
  const rooms: number[] = []
  for (const sector of layout.sectors) {
    for (let place = standingFrom(sector); place < sector.end; place++) if (freeAt(place) > 0) rooms.push(place)
  }
  const nearest = rooms.toSorted((a, b) => costOf(a) - costOf(b))
  const together = nearest.find((place) => freeAt(place) >= size)
  const places = (together === undefined ? nearest : [together]).flatMap((place) =>
    Array.from({ length: Math.min(size, freeAt(place)) }, () => place),
  )
  if (places.length < size) return undefined
  const taken = places.slice(0, size)
  return { places: taken, cost: taken.reduce((sum, place) => sum + costOf(place), 0) / size }
}
