import type { Paged } from '#contract/fields.ts'
import type { Ticket } from '#contract/tickets.ts'
import type { PlaceId, ShowId, UserId } from '#domain/ids.ts'
import { problem, type Problem } from '#domain/problem.ts'
import { objectionToShow } from '#domain/tickets/reservations.ts'
import { Batcher, type Outcome, Refusal } from '#server/concurrency/batcher.ts'
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
 * one transaction: for each request all places, or none. Answers `APART` for a key that was used before, for a customer
 * of whom another transaction works on something, and for a show that is being changed, if others are in the batch.
 */
export function reservingTogether(context: AppContext): ReserveTogether {
  const batcher = new Batcher<ReserveRequest, Answer>(
    { ...LIMITS, keyOf: ({ userId }) => userId, groupOf: ({ showId }) => showId, isShared: isFaultOfAll },
    (requests) => inBatchTransaction(context, (tx) => reserveBatch(tx, context.settings, requests)),
  )
  return (request) => batcher.ask(request)
}

/** Takes the locks in their order: keys, customers, shows, client networks, standing places, seats. */
async function reserveBatch(
  tx: Tx,
  settings: Settings,
  requests: readonly ReserveRequest[],
): Promise<Outcome<Answer>[]> {
  const [first, ...further] = new Set(requests.map(({ showId }) => showId))
  if (first === undefined) return []
  const isOfOne = further.length === 0
  // Reads for all requests, also those that are refused, in one round trip with the locks.
  const [batch, kept, held] = await Promise.all([
    lockBatch(tx, requests),
    isOfOne ? keepShow(tx, first).then((show) => (show ? [show] : [])) : keepUnchangedShows(tx, [first, ...further]),
    lockNetworksAndRead(tx, requests),
  ])
  const shows = new Map(kept.map((show) => [show.id, show]))
  const waiting = await objectionsOf(tx, shows, requests)
  const outcomes = new Map<ReserveRequest, Outcome<Answer>>()
  const open: OpenRequest<ReserveRequest>[] = []
  for (const request of batch.open) {
    const show = shows.get(request.showId)
    const objection = show && (objectionToShow(show, request.isAdmin) ?? waiting.get(request.userId))
    if (objection) outcomes.set(request, new Refusal(objection))
    else if (show) open.push({ request, show })
    else if (isOfOne) outcomes.set(request, new Refusal(problem('not_found', { what: 'show' })))
  }
  if (open.length > 0) {
    for (const [request, outcome] of await reserveOpen(tx, { settings, requests: open, held })) {
      outcomes.set(request, outcome)
    }
  }
  settleKeys(tx, batch, outcomes)
  return requests.map((request) => outcomes.get(request) ?? APART)
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
