import { bestAvailable, type PartyRequest } from '#domain/best-available/best-available.ts'
import type { EventType } from '#domain/shows/event-types.ts'
import type { SeatAvailability } from '../seat-availability.ts'
import { foundText } from './found-text.ts'
import { seatingOfModel } from './seating-of-model.ts'

export { nextFree } from './next-free.ts'

/** `at`: the searched prices in words. */
type SearchOptions = PartyRequest & { readonly eventType: EventType; readonly at: string }

/** Places with a sentence about their arrangement; empty if they are side by side. */
type Found = { readonly places: readonly number[]; readonly text: string }

/** Finds the best places for a party by the server's rule, in the availability that the page knows. */
export function bestPlaces(
  availability: SeatAvailability,
  { eventType, at, ...request }: SearchOptions,
): Found | undefined {
  const { model, free } = availability
  const found = bestAvailable(seatingOfModel(model, eventType), free, request)
  return found && { places: found.places, text: foundText(availability, found, { at, sectors: request.sectors }) }
}
