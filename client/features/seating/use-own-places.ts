import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import type { ShowId } from '#domain/ids.ts'
import { useBoughtPlaces } from '#client/customer/bought-places.ts'
import { useHeldPlaces } from '#client/customer/cart.ts'
import type { SeatAvailability } from './seat-availability.ts'

/** Tells the places which are the customer's own, and answers how many of them are reserved, and a way to look again. */
export function useOwnPlaces(showId: ShowId, availability: SeatAvailability) {
  const cart = useHeldPlaces(showId)
  const tickets = useBoughtPlaces(showId)
  const [inCart, bought] = [cart.placeIds, tickets.placeIds]
  useLayoutEffect(() => availability.hold({ inCart, bought }), [availability, inCart, bought])

  // What has left the cart may be bought.
  const lookForBought = useEffectEvent(() => void tickets.lookAgain())
  const before = useRef(inCart)
  useEffect(() => {
    const hasLost = before.current.length > inCart.length
    before.current = inCart
    if (hasLost) lookForBought()
  }, [inCart])

  async function lookAgain(): Promise<void> {
    // In this order: what is bought in between is in one of them.
    const inCartNow = await cart.lookAgain()
    const boughtNow = await tickets.lookAgain()
    availability.hold({ inCart: inCartNow, bought: boughtNow })
  }
  return { held: inCart.length, lookAgain }
}
