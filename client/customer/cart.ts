import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { getCart, type Cart } from '#contract/cart.ts'
import type { PlaceId, ShowId } from '#domain/ids.ts'
import { call } from '#client/api.ts'
import { useSession } from '#client/session.ts'

/** The cart of who is logged in. */
export const cartQuery = queryOptions({
  queryKey: ['cart'],
  queryFn: ({ signal }) => call(getCart, { signal }),
})

/** How many things the cart holds: pieces of merchandise and tickets. */
export function useCartCount(): number {
  const { isLoggedIn } = useSession()
  const { data } = useQuery({ ...cartQuery, enabled: isLoggedIn, select: countOf })
  return isLoggedIn ? (data ?? 0) : 0
}

const NOTHING: readonly PlaceId[] = []

/** The places of a show that the cart holds, once per ticket: reserved, and not bought yet; and a way to look again. */
export function useHeldPlaces(showId: ShowId) {
  const { isLoggedIn } = useSession()
  const held = ({ tickets }: Cart) =>
    tickets.filter(({ eventShow }) => eventShow.id === showId).map(({ placeId }) => placeId as PlaceId)
  // Another tab may have given some back.
  const { data, refetch } = useQuery({
    ...cartQuery,
    ...{ enabled: isLoggedIn, select: held, refetchOnWindowFocus: 'always' },
  })

  /** Answers what was known before when the cart cannot be had. */
  async function lookAgain(): Promise<readonly PlaceId[]> {
    if (!isLoggedIn) return NOTHING
    return (await refetch({ cancelRefetch: false })).data ?? NOTHING
  }
  return { placeIds: isLoggedIn ? (data ?? NOTHING) : NOTHING, lookAgain }
}

/** Reloads the cart; call it after every action that changes it. */
export function useReloadCart(): () => Promise<void> {
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: cartQuery.queryKey })
}

function countOf({ tickets, merchandisePurchases }: Pick<Cart, 'tickets' | 'merchandisePurchases'>): number {
  return merchandisePurchases.reduce((sum, { quantity }) => sum + quantity, tickets.length)
}
