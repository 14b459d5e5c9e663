import { placesText, rowText, seatsText, type PlaceName } from '#domain/tickets/places.ts'
import type { OfferedPlace } from '#domain/seat-choice/seat-choice.ts'
import type { PlaceId } from '#domain/ids.ts'
import type { SeatAvailability } from './seat-availability.ts'
import { isStanding, sectorAt, type SeatModel } from './seat-model.ts'

/** Returns the name of a place. */
export function placeNameAt(model: SeatModel, index: number): PlaceName {
  return {
    sectorName: sectorAt(model, index).name,
    rowName: model.rows[model.rowOf[index] ?? -1]?.name ?? '',
    seatNumber: model.seatNumbers[index] ?? 0,
    kind: model.kinds.get(index),
  }
}

/** The current state of a place, for the rules of choosing. */
export function offeredPlaceAt(availability: SeatAvailability, index: number): OfferedPlace {
  const { model, free } = availability
  return {
    id: model.placeIds[index] as PlaceId,
    name: placeNameAt(model, index),
    isStanding: isStanding(model, index),
    isAvailable: sectorAt(model, index).isAvailable,
    free: free[index] ?? 0,
    own: availability.ownAt(index),
  }
}

/** Returns the text for several places. */
export function placesTextAt(model: SeatModel, indexes: readonly number[]): string {
  return placesText(indexes.map((index) => placeNameAt(model, index)))
}

/** Returns "row C, seats 5–8" for seats in one row, else the same as `placesTextAt`. */
export function seatsInRowTextAt(model: SeatModel, indexes: readonly number[]): string {
  const names = indexes.map((index) => placeNameAt(model, index))
  const [first] = names
  const isOneRow = names.every(
    ({ sectorName, rowName }) => sectorName === first?.sectorName && rowName === first.rowName,
  )
  if (!first || !isOneRow) return placesText(names)
  return `${rowText(first.rowName)}, ${seatsText(names.map(({ seatNumber }) => seatNumber))}`
}
