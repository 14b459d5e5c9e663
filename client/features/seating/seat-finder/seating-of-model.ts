import { seatingOf, type Seating } from '#domain/best-available/seating.ts'
import { bestSpotOf } from '#domain/best-available/best-spot.ts'
import type { EventType } from '#domain/event-types.ts'
import type { SeatModel } from '../seat-model.ts'

const known = new WeakMap<SeatModel, Seating>()

/** A model looked over by whoever seeks good places in it, for the one kind of event its show is of: once, when asked. */
export function seatingOfModel(model: SeatModel, eventType: EventType): Seating {
  const seating = known.get(model) ?? seatingOf(model, bestSpotOf[eventType])
  known.set(model, seating)
  return seating
}
