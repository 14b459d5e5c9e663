import { bestAvailable, type BestPlaces, type PartyWish } from '#domain/best-available/best-available.ts'
import type { EventType } from '#domain/event-types.ts'
import type { SeatAvailability } from '../seat-availability.ts'
import { seatingOfModel } from './seating-of-model.ts'

type Asked = PartyWish & { readonly eventType: EventType }

/** The best places for a party, by what the page knows: the same rule as the server's. */
export function bestPlaces({ model, free }: SeatAvailability, { eventType, ...wish }: Asked): BestPlaces | undefined {
  return bestAvailable(seatingOfModel(model, eventType), free, wish)
}
