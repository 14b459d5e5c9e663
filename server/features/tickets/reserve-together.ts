import { LRUCache } from 'lru-cache'
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
import { lockNetworksAndRead, reserveOpen } from './reserve-open.ts'
import { keepShow } from './show-places.sql.ts'
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

const LIMITS = { size: 32, lanes: 2, maxWaiting: 2_000 }
const MAX_SHOWS = 1_000

/**
 * Returns a function that reserves places together with the concurrent requests for the same show, in the order of
 * their arrival and in one transaction: for each request all places, or none. Answers `APART` for a key that was used
 * before, and for a customer of whom another transaction works on something.
 */
export function reservingTogether(context: AppContext): ReserveTogether {
  const { settings } = context
  const batchers = new LRUCache<ShowId, Batcher<ReserveRequest, Answer>>({ max: MAX_SHOWS })
  const limits = { ...LIMITS, keyOf: ({ userId }: ReserveRequest) => userId, isShared: isFaultOfAll }
  return (request) => {
    const { showId } = request
    const batcher =
      batchers.get(showId) ??
      new Batcher<ReserveRequest, Answer>(limits, (requests) =>
        inBatchTransaction(context, (tx) => reserveBatch(tx, { showId, settings, requests })),
      )
    batchers.set(showId, batcher)
    return batcher.ask(request)
  }
}

type Batch = { showId: ShowId; settings: Settings; requests: readonly ReserveRequest[] }

/** Takes the locks in their order: keys, customers, show, client networks, standing places, seats. */
async function reserveBatch(tx: Tx, { showId, settings, requests }: Batch): Promise<Outcome<Answer>[]> {
  // Reads for all requests, also those that are refused, in one round trip with the locks.
  const [batch, show, held] = await Promise.all([
    lockBatch(tx, requests),
    keepShow(tx, showId),
    lockNetworksAndRead(tx, showId, requests),
  ])
  const customers = requests.map(({ userId }) => userId)
  const waiting = show ? await objectionsToCustomers(tx, show, customers) : new Map<UserId, Problem>()
  const outcomes = new Map<ReserveRequest, Outcome<Answer>>()
  const open: ReserveRequest[] = []
  for (const request of batch.open) {
    const objection = show
      ? (objectionToShow(show, request.isAdmin) ?? waiting.get(request.userId))
      : problem('not_found', { what: 'show' })
    if (objection) outcomes.set(request, new Refusal(objection))
    else open.push(request)
  }
  if (show && open.length > 0) {
    for (const [request, outcome] of await reserveOpen(tx, { show, settings, requests: open, held })) {
      outcomes.set(request, outcome)
    }
  }
  settleKeys(tx, batch, outcomes)
  return requests.map((request) => outcomes.get(request) ?? APART)
}
