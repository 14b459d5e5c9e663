import type { PlaceName } from '#domain/places.ts'
import type { OfferedPlace } from '#domain/seat-choice.ts'
import type { PlaceId } from '#domain/ids.ts'
import type { SeatAvailability } from './seat-availability.ts'
import { isStanding, sectorAt, type SeatModel } from './seat-model.ts'

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
