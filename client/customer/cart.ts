import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { getCart, type Cart } from '#contract/cart.ts'
import type { PaymentId, PlaceId, ShowId } from '#domain/ids.ts'
import { call } from '#client/api.ts'
import { useSession } from '#client/session.ts'

/** Says where merchandise is handed over. */
export const MERCHANDISE_PICK_UP =
  'Merchandise is handed over at the box office: bring your invoice, on paper or on your phone.'

/** Reads the customer's cart. */
export const cartQuery = queryOptions({
  queryKey: ['cart'],
  queryFn: ({ signal }) => call(getCart, { signal }),
  // The checkout shows a failure itself. Other pages only lack a number, such as that of a ticket without a network.
  meta: { showsError: true },
})

/** Counts the pieces of merchandise and tickets in the cart. */
export function useCartCount(): number {
  const { isLoggedIn } = useSession()
  const { data } = useQuery({ ...cartQuery, enabled: isLoggedIn, select: countOf })
  return isLoggedIn ? (data ?? 0) : 0
}

const NOTHING: readonly PlaceId[] = []

/** Reads the places of a show that the cart holds, once per reserved ticket, with a function to refetch them. */
export function useHeldPlaces(showId: ShowId) {
  const { isLoggedIn } = useSession()
  const held = ({ tickets }: Cart) =>
    tickets.filter(({ eventShow }) => eventShow.id === showId).map(({ placeId }) => placeId as PlaceId)
  // Another tab may have cancelled some.
  const { data, refetch } = useQuery({
    ...cartQuery,
    ...{ enabled: isLoggedIn, select: held, refetchOnWindowFocus: 'always' },
  })

  /** Refetches the places. Returns the previous ones if that fails. */
  async function lookAgain(): Promise<readonly PlaceId[]> {
    if (!isLoggedIn) return NOTHING
    return (await refetch({ cancelRefetch: false })).data ?? NOTHING
  }
  return { placeIds: isLoggedIn ? (data ?? NOTHING) : NOTHING, lookAgain }
}

/** Reads the payments under way for the reserved tickets of a show: one id per ticket. */
export function useOwnPayments(showId: ShowId): readonly PaymentId[] {
  const { data } = useQuery({
    ...cartQuery,
    select: ({ tickets }: Cart) =>
      tickets.flatMap(({ eventShow, paymentId }) =>
        eventShow.id === showId && paymentId !== undefined ? [paymentId as PaymentId] : [],
      ),
  })
  return data ?? []
}

/** Reloads the cart. Call it after every action that changes it. */
export function useReloadCart(): () => Promise<void> {
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: cartQuery.queryKey })
}

function countOf({ tickets, merchandisePurchases }: Pick<Cart, 'tickets' | 'merchandisePurchases'>): number {
  return merchandisePurchases.reduce((sum, { quantity }) => sum + quantity, tickets.length)
}
