import { useLayoutEffect } from 'react'
import type { ShowId } from '#domain/ids.ts'
import { useHeldPlaces } from '#client/customer/cart.ts'
import type { SeatAvailability } from './seat-availability.ts'

/** Tells the places which of them the customer holds, and answers how many tickets that are, and a way to look again. */
export function useOwnPlaces(showId: ShowId, availability: SeatAvailability) {
  const { placeIds, lookAgain } = useHeldPlaces(showId)
  useLayoutEffect(() => availability.hold(placeIds), [availability, placeIds])

  async function lookAtCart(): Promise<void> {
    availability.hold(await lookAgain())
  }
  return { held: placeIds.length, lookAtCart }
}
