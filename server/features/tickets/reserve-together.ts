import type { Paged } from '#contract/fields.ts'
import type { Ticket } from '#contract/tickets.ts'
import type { PlaceId, ShowId, UserId } from '#domain/ids.ts'
import { problem, type Problem } from '#domain/problem.ts'
import { objectionToShow } from '#domain/tickets/reservations.ts'
import { ALONE, Batcher, type Outcome, Refusal } from '#server/concurrency/batcher.ts'
import type { AppContext } from '#server/context.ts'
import { isFaultOfAll, type Tx } from '#server/db/connection.ts'
import { APART, type CustomerRequest, lockBatch, settleKeys } from '#server/db/customer-batch.ts'
import { inBatchTransaction } from '#server/db/batch-transaction.ts'
import type { Settings } from '#server/settings/env.ts'
import { lockNetworksAndRead, type OpenRequest, reserveOpen } from './reserve-open.ts'
import { keepShow, keepUnchangedShows, type ReservableShow } from './show-places.sql.ts'
import { objectionsToCustomers } from './waiting-customers.ts'

export type ReserveRequest = CustomerRequest & {
  isAdmin: boolean
  showId: ShowId
  placeIds: readonly PlaceId[]
  /** The keyed hash of the client network. Null if its share is not limited. */
  clientNetwork: Buffer | null
}

type Answer = Paged<Ticket> | typeof APART
export type ReserveTogether = (request: ReserveRequest) => Promise<Answer>

/** Two lanes for one show, and two for the others while it is waited for. */
const LIMITS = { size: 32, lanes: 4, maxWaiting: 2_000 }

/**
 * Returns a function that reserves places together with the concurrent requests, in the order of their arrival and in
 * one transaction: for each request all places, or none. Answers `APART` for a key that was used before, and for a
 * customer of whom another transaction works on something. Requests for a show that is being changed wait for it
 * without those for others.
 */
export function reservingTogether(context: AppContext): ReserveTogether {
  const batcher = new Batcher<ReserveRequest, Answer>(
    { ...LIMITS, keyOf: ({ userId }) => userId, groupOf: ({ showId }) => showId, isShared: isFaultOfAll },
    (requests, mayWait) =>
      inBatchTransaction(context, (tx) => reserveBatch(tx, { settings: context.settings, requests, mayWait })),
  )
  return (request) => batcher.ask(request)
}

type Batch = { settings: Settings; requests: readonly ReserveRequest[]; mayWait: boolean }

/**
 * Takes the locks in their order: keys, customers, shows, client networks, standing places, seats. A batch that may
 * wait for the changes of a show has requests for no other.
 */
async function reserveBatch(tx: Tx, { settings, requests, mayWait }: Batch): Promise<Outcome<Answer>[]> {
  const showIds = [...new Set(requests.map(({ showId }) => showId))]
  // Reads for all requests, also those that are refused, in one round trip with the locks.
  const [batch, kept, held] = await Promise.all([
    lockBatch(tx, requests),
    mayWait ? keepShows(tx, showIds) : keepUnchangedShows(tx, showIds),
    lockNetworksAndRead(tx, requests),
  ])
  const shows = new Map(kept.map((show) => [show.id, show]))
  const waiting = await objectionsOf(tx, shows, requests)
  const outcomes = new Map<ReserveRequest, Outcome<Answer>>()
  const open: OpenRequest<ReserveRequest>[] = []
  for (const request of batch.open) {
    const show = shows.get(request.showId)
    if (show && !show.isKept) {
      outcomes.set(request, ALONE)
      continue
    }
    const objection = show
      ? (objectionToShow(show, request.isAdmin) ?? waiting.get(request.userId))
      : problem('not_found', { what: 'show' })
    if (objection) outcomes.set(request, new Refusal(objection))
    else if (show) open.push({ request, show })
  }
  if (open.length > 0) {
    for (const [request, outcome] of await reserveOpen(tx, { settings, requests: open, held })) {
      outcomes.set(request, outcome)
    }
  }
  settleKeys(tx, batch, outcomes)
  return requests.map((request) => outcomes.get(request) ?? APART)
}

/** Reads shows and keeps them from being changed, after waiting for their changes. Leaves out missing ones. */
async function keepShows(tx: Tx, showIds: readonly ShowId[]) {
  const shows = await Promise.all(showIds.map((id) => keepShow(tx, id)))
  return shows.flatMap((show) => (show ? [{ ...show, isKept: true }] : []))
}

/** Returns why customers cannot reserve places of the shows that they ask for now, by customer. */
async function objectionsOf(
  tx: Tx,
  shows: ReadonlyMap<ShowId, ReservableShow>,
  requests: readonly ReserveRequest[],
): Promise<Map<UserId, Problem>> {
  const objections = [...Map.groupBy(requests, ({ showId }) => showId)].map(async ([showId, ofShow]) => {
    const show = shows.get(showId)
    const customers = ofShow.map(({ userId }) => userId)
    return show ? [...(await objectionsToCustomers(tx, show, customers))] : []
  })
  return new Map((await Promise.all(objections)).flat())
}
