import { mutationOptions, type QueryClient, queryOptions, skipToken } from '@tanstack/react-query'
import { addressOf, type ReplyOf } from '#contract/endpoint.ts'
import { watchPlaces } from '#contract/places.ts'
import { readPlan } from '#contract/compact-seating/read-plan.ts'
import { readState, type SeatingState } from '#contract/compact-seating/state.ts'
import { getSeatingPlanOfShow } from '#contract/seating.ts'
import { getShow, type listShows } from '#contract/shows.ts'
import { listReservations, reserveTickets } from '#contract/tickets.ts'
import type { PlaceId, SeatingPlanId, ShowId } from '#domain/ids.ts'
import { call, callCompact, urlOf } from '#client/api.ts'
import { asking } from '#client/calls/ask.ts'

/** How often the page asks what others have taken: often, unless it hears of it anyway. */
const REFRESH_MILLISECONDS = 15_000
const REFRESH_WHEN_LIVE_MILLISECONDS = 300_000

/** Parts of the page that are drawn one after the other ask once. */
const ASKED_TOGETHER_MILLISECONDS = 1_000

export const showQuery = (id: ShowId) =>
  queryOptions({
    queryKey: ['shows', id],
    ...asking(getShow, { params: { id } }, { isForEveryone: true }),
    meta: { showsError: true },
  })

/**
 * The plan of a show, in a version that the show has told: kept under it by the browser, for every show of the house by
 * the page. Comparing tens of thousands of places would only cost time.
 */
export const planQuery = (id: ShowId, version: string) =>
  queryOptions({
    queryKey: ['seating-plans', version],
    queryFn: ({ signal }) =>
      callCompact(getSeatingPlanOfShow, { params: { id }, query: { version }, signal }, async (answer) =>
        readPlan(await answer.json()),
      ),
    staleTime: Infinity,
    structuralSharing: false,
    meta: { showsError: true },
  })

/** Asks for the plan of a show beside the show, when a list on the way here has told its version. */
export function prefetchPlan(client: QueryClient, id: ShowId): void {
  const lists = client.getQueriesData<Partial<ReplyOf<typeof listShows>>>({ queryKey: ['shows'] })
  const told = lists.flatMap(([, list]) => list?.elements ?? []).find((show) => show.id === id)
  if (told) void client.prefetchQuery(planQuery(id, told.seatingPlan.version))
}

/** What is taken of a show, and how full its standing places are; asked again and again while the page is open. */
export const snapshotQuery = (eventShowId: ShowId, seatingPlanId: SeatingPlanId | undefined, isLive = false) =>
  queryOptions({
    queryKey: ['reservations', eventShowId],
    queryFn: seatingPlanId ? ({ signal }) => readSnapshot({ eventShowId, seatingPlanId }, signal) : skipToken,
    staleTime: ASKED_TOGETHER_MILLISECONDS,
    gcTime: 0,
    refetchInterval: ({ state }) => (isLive && state.data ? REFRESH_WHEN_LIVE_MILLISECONDS : REFRESH_MILLISECONDS),
    refetchOnWindowFocus: isLive ? false : 'always',
    structuralSharing: false,
    meta: { isUnasked: true },
  })

/** Where what changes of a show's places can be heard. */
export const placeStreamUrl = (id: ShowId) => urlOf(addressOf(watchPlaces, { params: { id } })).href

/** Reserves places of a show: all of them or none. */
export const reserveMutation = (eventShowId: ShowId) =>
  mutationOptions({
    mutationFn: ({ placeIds, idempotencyKey }: { placeIds: readonly PlaceId[]; idempotencyKey: string }) =>
      call(reserveTickets, { body: { eventShowId, seatingPlanPlaceIds: [...placeIds] }, idempotencyKey }),
  })

/** How the places of a show stand, as they did at least when it was asked: a moment of `performance.now()`. */
export type Snapshot = SeatingState & { readonly askedAt: number }

async function readSnapshot(
  query: { eventShowId: ShowId; seatingPlanId: SeatingPlanId },
  signal: AbortSignal,
): Promise<Snapshot> {
  const askedAt = performance.now()
  const read = async (answer: Response) => readState(new Uint8Array(await answer.arrayBuffer()))
  return { ...(await callCompact(listReservations, { query, signal }, read)), askedAt }
}
