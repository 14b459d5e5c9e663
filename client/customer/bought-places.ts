import { queryOptions, useQuery } from '@tanstack/react-query'
import { listOwnTickets } from '#contract/tickets.ts'
import type { PlaceId, ShowId } from '#domain/ids.ts'
import { call } from '#client/api.ts'
import { useSession } from '#client/session.ts'

/** The maximum page size of the API. */
const PAGE_SIZE = 100

const NOTHING: readonly PlaceId[] = []

const boughtPlacesQuery = (showId: ShowId) =>
  queryOptions({
    queryKey: ['own-tickets', 'of-show', showId],
    queryFn: ({ signal }) => readPlaces(showId, signal),
  })

/** Reads the places of a show that the customer has bought, once per ticket, with a function to refetch them. */
export function useBoughtPlaces(showId: ShowId) {
  const { isLoggedIn } = useSession()
  const { data, refetch } = useQuery({ ...boughtPlacesQuery(showId), enabled: isLoggedIn })

  /** Refetches the places. Returns the previous ones if that fails. */
  async function lookAgain(): Promise<readonly PlaceId[]> {
    if (!isLoggedIn) return NOTHING
    return (await refetch({ cancelRefetch: false })).data ?? NOTHING
  }
  return { placeIds: isLoggedIn ? (data ?? NOTHING) : NOTHING, lookAgain }
}

async function readPlaces(eventShowId: ShowId, signal: AbortSignal, pageIndex = 0): Promise<readonly PlaceId[]> {
  const query = { state: 'BOUGHT' as const, eventShowId, pageIndex, pageSize: PAGE_SIZE }
  const { total, elements } = await call(listOwnTickets, { query, signal })
  const placeIds = elements.map(({ placeId }) => placeId as PlaceId)
  if (elements.length === 0 || (pageIndex + 1) * PAGE_SIZE >= total) return placeIds
  return [...placeIds, ...(await readPlaces(eventShowId, signal, pageIndex + 1))]
}
