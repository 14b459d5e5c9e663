import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import type { ShowId } from '#domain/ids.ts'
import { useBoughtPlaces } from '#client/customer/bought-places.ts'
import { useHeldPlaces } from '#client/customer/cart.ts'
import type { SeatAvailability } from './seat-availability.ts'

/** The customer's own tickets of the show. */
export type OwnPlaces = {
  /** The number of reserved tickets. */
  readonly held: number
  /** Reloads the cart and the bought tickets. */
  readonly reload?: () => Promise<void>
}

/** Loads the customer's own places of a show and marks them in the availability. */
export function useOwnPlaces(showId: ShowId, availability: SeatAvailability): Required<OwnPlaces> {
  const cart = useHeldPlaces(showId)
  const tickets = useBoughtPlaces(showId)
  const [inCart, bought] = [cart.placeIds, tickets.placeIds]
  useLayoutEffect(() => availability.setOwn({ inCart, bought }), [availability, inCart, bought])

  // Tickets that left the cart may have been bought.
  const reloadBought = useEffectEvent(() => void tickets.lookAgain())
  const previous = useRef(inCart)
  useEffect(() => {
    const hasLost = previous.current.length > inCart.length
    previous.current = inCart
    if (hasLost) reloadBought()
  }, [inCart])

  async function reload(): Promise<void> {
    // In this order, tickets bought in between are in at least one of the two.
    const inCartNow = await cart.lookAgain()
    const boughtNow = await tickets.lookAgain()
    availability.setOwn({ inCart: inCartNow, bought: boughtNow })
  }
  return { held: inCart.length, reload }
}
