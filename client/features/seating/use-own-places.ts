import { useLayoutEffect } from 'react'
import type { ShowId } from '#domain/ids.ts'
import { useHeldPlaces } from '#client/customer/cart.ts'
import type { SeatAvailability } from './seat-availability.ts'

/** Tells the places which of them the customer holds, and answers how many tickets that are. */
export function useOwnPlaces(showId: ShowId, availability: SeatAvailability): number {
  const placeIds = useHeldPlaces(showId)
  useLayoutEffect(() => availability.hold(placeIds), [availability, placeIds])
  return placeIds.length
}
