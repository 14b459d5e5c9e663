import { mutationOptions, queryOptions, skipToken } from '@tanstack/react-query'
import { addressOf } from '#contract/endpoint.ts'
import { watchPlaces } from '#contract/places.ts'
import { readPlan } from '#contract/seating-wire/read-plan.ts'
import { readState, type SeatingState } from '#contract/seating-wire/state.ts'
import { getSeatingPlanOfShow } from '#contract/seating.ts'
import { getShow } from '#contract/shows.ts'
import { listReservations, reserveTickets } from '#contract/tickets.ts'
import type { PlaceId, SeatingPlanId, ShowId } from '#domain/ids.ts'
import { call, callCompact, urlOf } from '#client/api.ts'

/** How often the page asks what others have taken: often, unless it hears of it anyway. */
const REFRESH_MILLISECONDS = 15_000
const REFRESH_WHEN_LIVE_MILLISECONDS = 300_000

/** Parts of the page that are drawn one after the other ask once. */
const ASKED_TOGETHER_MILLISECONDS = 1_000

export const showQuery = (id: ShowId) =>
  queryOptions({
    queryKey: ['shows', id],
    queryFn: ({ signal }) => call(getShow, { params: { id }, signal }),
  })

/** The plan never changes while a show has it. Comparing tens of thousands of places would only cost time. */
export const planQuery = (id: ShowId) =>
  queryOptions({
    queryKey: ['seating-plans', 'of-show', id],
    queryFn: async ({ signal }) => readPlan(await callCompact(getSeatingPlanOfShow, { params: { id }, signal })),
    staleTime: Infinity,
    structuralSharing: false,
  })

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
    meta: { showsError: true },
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
  return { ...readState(await callCompact(listReservations, { query, signal })), askedAt }
}
