import { byPlaceType } from '#domain/places.ts'
import type { PlannedSector } from '#domain/seating-plan/planned-sector.ts'
import { capacityOf, type PlannedVenue } from '#domain/seating-plan/plan-venue.ts'
import { textTable } from './text-table.ts'

const HEAD = ['sector', 'rows', 'seats', 'standing', 'price']

/** Writes a summary of a venue for the command line: places and price of each sector, the sum, and the focal point. */
export function planTable(venue: PlannedVenue): string {
  const { seats, standing } = capacityOf(venue)
  const room = [...(seats > 0 ? [`seats: ${seats}`] : []), ...(standing > 0 ? [`standing: ${standing}`] : [])]
  const { x, y } = venue.focalPoint
  return [
    `${venue.name} (${room.join(', ')})`,
    textTable([HEAD, ...venue.sectors.map(lineOf)]),
    `Focal point: ${Math.round(x)},${Math.round(y)} (percent from the left and from the top).`,
  ].join('\n\n')
}

function lineOf({ name, isAvailable, pricePercent, places }: PlannedSector): string[] {
  const { SITTING: seats, STANDING: rooms } = byPlaceType(places)
  const standing = rooms.reduce((sum, { capacity }) => sum + capacity, 0)
  const rows = new Set(seats.map(({ rowName }) => rowName)).size
  return [isAvailable ? name : `${name} (closed)`, `${rows}`, `${seats.length}`, `${standing}`, `${pricePercent} %`]
}
