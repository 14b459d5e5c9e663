import { seatingOf, type Seating } from '#domain/best-available/seating.ts'
import { bestSpotOf } from '#domain/best-available/best-spot.ts'
import type { EventType } from '#domain/shows/event-types.ts'
import type { SeatModel } from '../seat-model.ts'

const known = new WeakMap<SeatModel, Seating>()

/** Returns the seat layout for searches in a model. Computed once per model, because its show has one event type. */
export function seatingOfModel(model: SeatModel, eventType: EventType): Seating {
  const seating = known.get(model) ?? seatingOf(model, bestSpotOf[eventType])
  known.set(model, seating)
  return seating
}
