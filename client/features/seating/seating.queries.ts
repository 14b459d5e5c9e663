import { mutationOptions, type QueryClient, queryOptions, skipToken } from '@tanstack/react-query'
import { addressOf, type ReplyOf } from '#contract/endpoint.ts'
import { watchPlaces } from '#contract/places.ts'
import type { PlanColumns } from '#contract/compact-seating/plan-columns.ts'
import { readPlanInParts } from '#contract/compact-seating/read-plan.ts'
import { readState, type SeatingState } from '#contract/compact-seating/state.ts'
import { getSeatingPlanOfShow } from '#contract/seating.ts'
import { getShow, type listShows } from '#contract/shows.ts'
import { listReservations, reserveTickets } from '#contract/tickets.ts'
import type { PlaceId, SeatingPlanId, ShowId } from '#domain/ids.ts'
import { call, callCompact, urlOf } from '#client/api.ts'
import { asking } from '#client/calls/ask.ts'
import { findListed } from '#client/calls/find-listed.ts'
import { nextTask } from '#client/shell/next-task.ts'
import { openEventSource } from './place-stream/place-stream.ts'

/** The interval of snapshot requests, which is longer while the stream is live. */
const REFRESH_MILLISECONDS = 15_000
const REFRESH_WHEN_LIVE_MILLISECONDS = 300_000

/** Components that mount within this time share one request. */
const SNAPSHOT_STALE_MILLISECONDS = 1_000

export const showQuery = (id: ShowId) =>
  queryOptions({
    queryKey: ['shows', id],
    ...asking(getShow, { params: { id } }, { isForEveryone: true }),
    meta: { showsError: true },
  })

/**
 * The plan of a show in the version that the show names. The browser caches it by address, the page by version for all
 * shows with this plan. Structural sharing is off, because comparing tens of thousands of places is slow.
 */
export const planQuery = (id: ShowId, version: string) =>
  queryOptions({
    queryKey: ['seating-plans', version],
    queryFn: ({ signal }) =>
      callCompact(getSeatingPlanOfShow, { params: { id }, query: { version }, signal }, async (answer) =>
        readWithPauses(await answer.json()),
      ),
    staleTime: Infinity,
    structuralSharing: false,
    meta: { showsError: true },
  })

/** Reads a plan in several tasks, between which the browser answers input. */
async function readWithPauses(written: unknown): Promise<PlanColumns> {
  const parts = readPlanInParts(written)
  for (;;) {
    const { done, value } = parts.next()
    if (done) return value
    await nextTask()
  }
}

/**
 * Requests the plan before the picker that shows it is rendered, and in parallel with the show if a cached list already
 * contains its version. A show with a waiting room loads its plan only in turn.
 */
export function prefetchPlan(client: QueryClient, id: ShowId): void {
  const show = client.getQueryData(showQuery(id).queryKey)
  if (show && isOnSale(show)) void client.prefetchQuery(planQuery(id, show.seatingPlan.version))
  if (show) return
  const listed = findListedShow(client, id)
  if (listed) void client.prefetchQuery(planQuery(id, listed.seatingPlan.version))
}

/** A show as in a list. */
export type ListedShow = ReplyOf<typeof listShows>['elements'][number]

/** Finds a show in the cached lists. Undefined if none has it. */
export function findListedShow(client: QueryClient, id: ShowId): ListedShow | undefined {
  return findListed<ListedShow>(client, [['shows'], ['programme']], id)
}

function isOnSale({ hasLine, saleStartsAt, isOffSale, cancelReason }: ReplyOf<typeof getShow>): boolean {
  return !hasLine && !isOffSale && saleStartsAt === undefined && cancelReason === undefined
}

/** The taken places of a show and the occupancy of its standing places. Polled while the page is open. */
export const snapshotQuery = (eventShowId: ShowId, seatingPlanId: SeatingPlanId | undefined, isLive = false) =>
  queryOptions({
    queryKey: ['reservations', eventShowId],
    queryFn: seatingPlanId ? ({ signal }) => readSnapshot({ eventShowId, seatingPlanId }, signal) : skipToken,
    staleTime: SNAPSHOT_STALE_MILLISECONDS,
    gcTime: 0,
    refetchInterval: ({ state }) => (isLive && state.data ? REFRESH_WHEN_LIVE_MILLISECONDS : REFRESH_MILLISECONDS),
    refetchOnWindowFocus: isLive ? false : 'always',
    structuralSharing: false,
    meta: { isUnasked: true },
  })

/** Opens the event stream with changes of a show's places. */
export const openPlaceStream = (id: ShowId) => openEventSource(urlOf(addressOf(watchPlaces, { params: { id } })).href)

/** Reserves places of a show: all of them or none. */
export const reserveMutation = (eventShowId: ShowId) =>
  mutationOptions({
    mutationFn: ({ placeIds, idempotencyKey }: { placeIds: readonly PlaceId[]; idempotencyKey: string }) =>
      call(reserveTickets, { body: { eventShowId, seatingPlanPlaceIds: [...placeIds] }, idempotencyKey }),
  })

/** The state of a show's places, at least as new as the request time `requestedAt` (of `performance.now()`). */
export type Snapshot = SeatingState & { readonly requestedAt: number }

async function readSnapshot(
  query: { eventShowId: ShowId; seatingPlanId: SeatingPlanId },
  signal: AbortSignal,
): Promise<Snapshot> {
  const requestedAt = performance.now()
  const read = async (answer: Response) => readState(new Uint8Array(await answer.arrayBuffer()))
  return { ...(await callCompact(listReservations, { query, signal }, read)), requestedAt }
}
