import { rowText, type PlaceName } from '#domain/places.ts'
import type { OfferedPlace } from '#domain/seat-choice.ts'
import type { PlaceId } from '#domain/ids.ts'
import type { SeatAvailability } from './seat-availability.ts'
import { isStanding, sectorAt, type SeatModel } from './seat-model.ts'
import { texts } from './seating.texts.ts'

/** What a buyer calls a place of the model. */
export function placeNameAt(model: SeatModel, index: number): PlaceName {
  return {
    sectorName: sectorAt(model, index).name,
    rowName: model.rows[model.rowOf[index] ?? -1]?.name ?? '',
    seatNumber: model.seatNumbers[index] ?? 0,
  }
}

/** A place as it stands right now, for the rules of choosing. */
export function offeredPlaceAt({ model, free }: SeatAvailability, index: number): OfferedPlace {
  return {
    id: model.placeIds[index] as PlaceId,
    name: placeNameAt(model, index),
    standing: isStanding(model, index),
    available: sectorAt(model, index).isAvailable,
    free: free[index] ?? 0,
  }
}

/** What a buyer calls several places: "Stalls, row C, seats 5–8; Floor". */
export function placesTextAt(model: SeatModel, indexes: readonly number[]): string {
  const groups = Map.groupBy(indexes, (index) => {
    const { sectorName, rowName } = placeNameAt(model, index)
    return isStanding(model, index) || !rowName ? sectorName : `${sectorName}, ${rowText(rowName)}`
  })
  return [...groups]
    .map(([name, members]) => {
      const [first] = members
      if (first === undefined || isStanding(model, first)) return texts.times(members.length, name)
      return `${name}, ${seatsTextAt(model, members)}`
    })
    .join('; ')
}

/** "Row C, seats 5–8" of seats in one row, else what `placesTextAt` says. */
export function seatsInRowTextAt(model: SeatModel, indexes: readonly number[]): string {
  const names = indexes.map((index) => placeNameAt(model, index))
  const [first] = names
  const isOneRow = names.every(
    ({ sectorName, rowName }) => sectorName === first?.sectorName && rowName === first.rowName,
  )
  return first && isOneRow ? `${rowText(first.rowName)}, ${seatsTextAt(model, indexes)}` : placesTextAt(model, indexes)
}

function seatsTextAt(model: SeatModel, indexes: readonly number[]): string {
  const numbers = indexes.map((index) => model.seatNumbers[index] ?? 0).toSorted((a, b) => a - b)
  const [first = 0] = numbers
  const last = numbers.at(-1) ?? first
  const areInSequence = numbers.every((number, at) => number === first + at)
  if (numbers.length === 1) return `seat ${first}`
  return areInSequence && numbers.length > 2 ? `seats ${first}–${last}` : `seats ${texts.allOf(numbers)}`
}
