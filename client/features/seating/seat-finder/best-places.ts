import { bestAvailable, type PartyRequest } from '#domain/best-available/best-available.ts'
import type { EventType } from '#domain/event-types.ts'
import type { SeatAvailability } from '../seat-availability.ts'
import { foundText } from './found-text.ts'
import { seatingOfModel } from './seating-of-model.ts'

/** `at`: the prices that are asked for, in words. */
type Asked = PartyRequest & { readonly eventType: EventType; readonly at: string }

/** Places that were found, and what is to be said of them. */
type Found = { readonly places: readonly number[]; readonly text: string }

/** The best places for a party, by what the page knows: the same rule as the server's. */
export function bestPlaces(availability: SeatAvailability, { eventType, at, ...wish }: Asked): Found | undefined {
  const { model, free } = availability
  const found = bestAvailable(seatingOfModel(model, eventType), free, wish)
  return found && { places: found.places, text: foundText(availability, found, { at, sectors: wish.sectors }) }
}
