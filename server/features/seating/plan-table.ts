import { byPlaceType, kindTexts, PLACE_KINDS } from '#domain/tickets/places.ts'
import type { PlannedSector } from '#domain/seating-plan/planned-sector.ts'
import { capacityOf, type PlannedVenue } from '#domain/seating-plan/plan-venue.ts'
import { textTable } from './text-table.ts'

const HEAD = ['sector', 'rows', 'seats', 'standing', 'price']

/**
 * Writes a summary of a venue for the command line: places and price of each sector, the sum, seats of special kinds,
 * and the focal point.
 */
export function planTable(venue: PlannedVenue): string {
  const { seats, standing } = capacityOf(venue)
  const room = [...(seats > 0 ? [`seats: ${seats}`] : []), ...(standing > 0 ? [`standing: ${standing}`] : [])]
  const { x, y } = venue.focalPoint
  return [
    `${venue.name} (${room.join(', ')})`,
    textTable([HEAD, ...venue.sectors.map(lineOf)]),
    ...kindsIn(venue),
    `Focal point: ${Math.round(x)},${Math.round(y)} (percent from the left and from the top).`,
  ].join('\n\n')
}

/** Writes how many seats there are of each special kind; nothing without any. */
function kindsIn({ sectors }: PlannedVenue): string[] {
  const places = sectors.flatMap((sector) => sector.places)
  const counts = PLACE_KINDS.flatMap((kind) => {
    const count = places.filter((place) => place.kind === kind).length
    return count > 0 ? [`${kindTexts[kind]}: ${count}`] : []
  })
  return counts.length > 0 ? [`Special kinds of seats: ${counts.join(', ')}.`] : []
}

function lineOf({ name, isAvailable, pricePercent, places }: PlannedSector): string[] {
  const { SITTING: seats, STANDING: rooms } = byPlaceType(places)
  const standing = rooms.reduce((sum, { capacity }) => sum + capacity, 0)
  const rows = new Set(seats.map(({ rowName }) => rowName)).size
  return [isAvailable ? name : `${name} (closed)`, `${rows}`, `${seats.length}`, `${standing}`, `${pricePercent} %`]
}
