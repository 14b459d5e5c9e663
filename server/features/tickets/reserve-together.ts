import { LRUCache } from 'lru-cache'
import type { Paged } from '#contract/fields.ts'
import type { Ticket } from '#contract/tickets.ts'
import type { PlaceId, ShowId, TicketId, UserId } from '#domain/ids.ts'
import { problem, type Problem } from '#domain/problem.ts'
import { maxOfNetwork, objectionToPlaces, objectionToShow, reservedUntil } from '#domain/reservations.ts'
import { allotSeats } from '#domain/seat-allotment.ts'
import { sectorPrice } from '#domain/sector-price.ts'
import { AGAIN, Batcher, type Outcome, Refusal } from '#server/batcher.ts'
import type { AppContext } from '#server/context.ts'
import { isFaultOfAll, type Tx } from '#server/db/connection.ts'
import { lockFreeCustomers } from '#server/db/customer-lock.ts'
import { deleteKeys, insertKeys, storeAnswers } from '#server/db/idempotent-request.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Settings } from '#server/env.ts'
import {
  countReservationsOf,
  countReservationsOfNetworks,
  deleteNewReservations,
  insertSeats,
  lockNetworksOfShow,
  selectHolders,
} from './reservations.sql.ts'
import { countBookablePlaces, keepShow, selectPlaces, type ReservableShow } from './show-places.sql.ts'
import { selectTicketsById } from './tickets.sql.ts'

/** The outcome of a request that cannot be decided together with others, and is decided apart. */
export const APART = Symbol('apart')

export type SeatsRequest = {
  userId: UserId
  isAdmin: boolean
  showId: ShowId
  placeIds: readonly PlaceId[]
  /** The keyed hash of the client network. Null if its share is not limited. */
  clientNetwork: Buffer | null
  /** The content that an Idempotency-Key stands for. */
  request: object
  idempotencyKey: string | undefined
}

type Answer = Paged<Ticket> | typeof APART
export type ReserveTogether = (request: SeatsRequest) => Promise<Answer>

const LIMITS = { size: 32, lanes: 2, maxWaiting: 2_000 }
const MAX_SHOWS = 1_000

/**
 * Returns a function that reserves seats together with the concurrent requests for the same show, in the order of their
 * arrival and in one transaction: for each request all seats, or none. Answers `APART` for standing places, for a key
 * that was used before, and for a customer of whom another transaction works on something.
 */
export function reservingTogether({ db, settings }: AppContext): ReserveTogether {
  const batchers = new LRUCache<ShowId, Batcher<SeatsRequest, Answer>>({ max: MAX_SHOWS })
  const limits = { ...LIMITS, keyOf: ({ userId }: SeatsRequest) => userId, isShared: isFaultOfAll }
  return (request) => {
    const { showId } = request
    const batcher =
      batchers.get(showId) ??
      new Batcher<SeatsRequest, Answer>(limits, (requests) =>
        inTransaction(db, (tx) => reserveBatch(tx, { showId, settings, requests })),
      )
    batchers.set(showId, batcher)
    return batcher.ask(request)
  }
}

type Batch = { showId: ShowId; settings: Settings; requests: readonly SeatsRequest[] }

/** Takes the locks in their order: keys, customers, show, client networks, seats. */
async function reserveBatch(tx: Tx, { showId, settings, requests }: Batch): Promise<Outcome<Answer>[]> {
  const keyed = requests.flatMap(({ userId, idempotencyKey: key, request }) =>
    key === undefined ? [] : [{ userId, key, request }],
  )
  const newKeys = await insertKeys(tx, keyed)
  const free = await lockFreeCustomers(
    tx,
    requests.map(({ userId }) => userId),
  )
  const isTogether = ({ userId, idempotencyKey }: SeatsRequest) =>
    free.has(userId) && (idempotencyKey === undefined || newKeys.has(userId))
  const outcomes = new Map<SeatsRequest, Outcome<Answer>>()
  const show = await keepShow(tx, showId)
  const open: SeatsRequest[] = []
  for (const request of requests) {
    const objection = show ? objectionToShow(show, request.isAdmin) : problem('not_found', { what: 'show' })
    if (!isTogether(request)) outcomes.set(request, APART)
    else if (objection) outcomes.set(request, new Refusal(objection))
    else open.push(request)
  }
  if (show && open.length > 0) {
    for (const [request, outcome] of await reserveSeats(tx, { show, settings, requests: open })) {
      outcomes.set(request, outcome)
    }
  }
  await settleKeys(tx, { keyed, newKeys, outcomes })
  return requests.map((request) => outcomes.get(request) ?? APART)
}

type Keyed = { keyed: readonly { userId: UserId; key: string }[]; newKeys: ReadonlySet<UserId> } & {
  outcomes: ReadonlyMap<SeatsRequest, Outcome<Answer>>
}

/** Stores the answers of reserved requests with their keys, and deletes the new keys of all others. */
async function settleKeys(tx: Tx, { keyed, newKeys, outcomes }: Keyed): Promise<void> {
  const answerOf = new Map<UserId, Paged<Ticket>>()
  for (const [{ userId }, outcome] of outcomes) if (isReserved(outcome)) answerOf.set(userId, outcome)
  const written = keyed.filter(({ userId }) => newKeys.has(userId))
  await storeAnswers(
    tx,
    written.flatMap(({ userId, key }) => (answerOf.has(userId) ? [{ userId, key, answer: answerOf.get(userId) }] : [])),
  )
  await deleteKeys(
    tx,
    written.filter(({ userId }) => !answerOf.has(userId)),
  )
}

function isReserved(outcome: Outcome<Answer>): outcome is Paged<Ticket> {
  return outcome !== AGAIN && outcome !== APART && !(outcome instanceof Refusal)
}

type Place = Awaited<ReturnType<typeof selectPlaces>>[number]
type Open = { show: ReservableShow; settings: Settings; requests: readonly SeatsRequest[] }
type Wanted = { request: SeatsRequest; seats: readonly Place[] }

/** Decides open requests by the rule, and writes what it allots. The unique index decides between servers. */
async function reserveSeats(tx: Tx, { show, settings, requests }: Open): Promise<Map<SeatsRequest, Outcome<Answer>>> {
  const outcomes = new Map<SeatsRequest, Outcome<Answer>>()
  const wanted: Wanted[] = []
  const placeIds = [...new Set(requests.flatMap(({ placeIds }) => placeIds))]
  const placeOf = new Map((await selectPlaces(tx, show.seatingPlanId, placeIds)).map((place) => [place.id, place]))
  for (const request of requests) {
    const { seats, objection } = seatsOf(request, placeOf)
    if (objection) outcomes.set(request, new Refusal(objection))
    else if (seats.some(({ placeType }) => placeType === 'STANDING')) outcomes.set(request, APART)
    else wanted.push({ request, seats })
  }
  if (wanted.length === 0) return outcomes

  const allotments = await allotTogether(tx, { show, settings, wanted })
  const seated = await insertSeats(tx, {
    showId: show.id,
    reservedUntil: reservedUntil({ startsAt: show.startsAt, now: show.now, lifeMinutes: settings.RESERVATION_MINUTES }),
    seats: wanted.flatMap(({ request: { userId, clientNetwork }, seats }, index) =>
      allotments[index]?.refusal
        ? []
        : seats.map(({ id, pricePercent }) => ({
            ...{ id, userId, clientNetwork },
            price: sectorPrice(show.price, pricePercent),
          })),
    ),
  })

  const ticketAt = new Map(seated.map(({ id, placeId }) => [placeId, id]))
  const failed = new Set<number>()
  for (const [index, { request, seats }] of wanted.entries()) {
    if (allotments[index]?.refusal) continue
    // Another server took a seat after the holders were read.
    const lost = seats.filter(({ id }) => !ticketAt.has(id))
    if (lost.length === 0) continue
    failed.add(index)
    outcomes.set(request, new Refusal(problem('seats_taken', { places: lost, own: [] })))
  }
  const idsOf = ({ seats }: Wanted) => seats.flatMap(({ id }) => ticketAt.get(id) ?? [])
  await deleteNewReservations(
    tx,
    [...failed].flatMap((index) => idsOf(wanted[index] as Wanted)),
  )
  const tickets = await selectTicketsById(tx, [...ticketAt.values()])
  for (const [index, { request, seats }] of wanted.entries()) {
    const { refusal, beatenBy = [] } = allotments[index] ?? {}
    if (failed.has(index)) continue
    if (refusal) {
      // A request that failed keeps nothing, so those that it alone had beaten are decided again.
      outcomes.set(request, beatenBy.some((other) => failed.has(other)) ? AGAIN : new Refusal(refusal))
    } else outcomes.set(request, answerWith(idsOf({ request, seats }), tickets))
  }
  return outcomes
}

function seatsOf(
  { placeIds }: SeatsRequest,
  placeOf: ReadonlyMap<PlaceId, Place>,
): { seats: Place[]; objection: Problem | undefined } {
  const quantities = new Map<PlaceId, number>()
  for (const id of placeIds) quantities.set(id, (quantities.get(id) ?? 0) + 1)
  const seats = [...quantities.keys()]
    .flatMap((id) => placeOf.get(id) ?? [])
    .toSorted((one, other) => one.id - other.id)
  return { seats, objection: objectionToPlaces(seats, quantities) }
}

/** Locks the client networks, reads what is held, and asks the rule. */
async function allotTogether(
  tx: Tx,
  { show, settings, wanted }: { show: ReservableShow; settings: Settings; wanted: readonly Wanted[] },
) {
  const networkOf = new Map(wanted.flatMap(({ request: { clientNetwork } }) => named(clientNetwork)))
  const networks = [...networkOf.values()]
  if (networks.length > 0) await lockNetworksOfShow(tx, show.id, networks)
  const heldFrom = networks.length > 0 ? await countReservationsOfNetworks(tx, show.id, networks) : new Map()
  const heldBy = await countReservationsOf(
    tx,
    wanted.map(({ request: { userId } }) => userId),
    show.id,
  )
  const holderOf = await selectHolders(
    tx,
    show.id,
    wanted.flatMap(({ seats }) => seats.map(({ id }) => id)),
  )
  const requests = wanted.map(({ request: { userId, clientNetwork }, seats }) => {
    const [network] = named(clientNetwork)
    return { userId, network: network?.[0] ?? null, seats }
  })
  const wantedFrom = Map.groupBy(requests, ({ network }) => network)
  // Spares the count of all places where one customer alone may hold as many.
  const isMuch = [...wantedFrom].some(
    ([network, those]) =>
      network !== null &&
      (heldFrom.get(network) ?? 0) + those.reduce((sum, { seats }) => sum + seats.length, 0) >
        settings.MAX_RESERVATIONS_PER_SHOW,
  )
  const { MAX_SHARE_PER_NETWORK: sharePercent } = settings
  const ofNetwork =
    isMuch && sharePercent !== undefined
      ? maxOfNetwork(await countBookablePlaces(tx, show.seatingPlanId), sharePercent, settings)
      : Infinity
  return allotSeats(requests, { holderOf, heldBy, heldFrom }, { ...settings, maxOfNetwork: ofNetwork })
}

/** Returns a network with its name, in a list for `flatMap`. Empty for null. */
function named(network: Buffer | null): [string, Buffer][] {
  return network === null ? [] : [[network.toString('hex'), network]]
}

function answerWith(ids: readonly TicketId[], tickets: ReadonlyMap<TicketId, Ticket>): Paged<Ticket> {
  const elements = ids.toSorted((one, other) => one - other).flatMap((id) => tickets.get(id) ?? [])
  return { total: elements.length, elements }
}
