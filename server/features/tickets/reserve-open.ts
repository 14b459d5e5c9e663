import type { Paged } from '#contract/fields.ts'
import type { Ticket } from '#contract/tickets.ts'
import type { PlaceId, ShowId, TicketId, UserId } from '#domain/ids.ts'
import { allotPlaces, type Allotment, type Standing } from '#domain/tickets/place-allotment.ts'
import { problem, type Problem } from '#domain/problem.ts'
import { maxOfNetwork, objectionToPlaces, reservedUntil } from '#domain/tickets/reservations.ts'
import { sectorPrice } from '#domain/sector-price.ts'
import { AGAIN, type Outcome, Refusal } from '#server/concurrency/batcher.ts'
import type { Tx } from '#server/db/connection.ts'
import type { Settings } from '#server/settings/env.ts'
import {
  countReservationsOf,
  countReservationsOfNetworks,
  deleteNewReservations,
  insertSeats,
  insertStanding,
  lockNetworksOfShow,
  selectHolders,
} from './reservations.sql.ts'
import { countBookablePlaces, type ReservableShow, selectPlacesOfShow } from './show-places.sql.ts'
import { changeOccupancies, lockRooms, type WantedRoom } from './standing.sql.ts'
import { selectTicketsById } from './tickets.sql.ts'

/** The places that a customer wants, each standing place as often as people want to stand there. */
type Request = { userId: UserId; placeIds: readonly PlaceId[]; clientNetwork: Buffer | null }
type Place = Awaited<ReturnType<typeof selectPlacesOfShow>>[number]
type Held = Awaited<ReturnType<typeof lockNetworksAndRead>>
type Open<Asked extends Request> = { show: ReservableShow; settings: Settings; requests: readonly Asked[]; held: Held }
type Wanted<Asked extends Request> = {
  request: Asked
  seats: readonly Place[]
  standing: readonly (Standing & Place)[]
}

/**
 * Locks the client networks of requests, and reads the wanted places, their holders, and what customers and networks
 * hold. The customers and the show are locked.
 */
export async function lockNetworksAndRead(tx: Tx, showId: ShowId, requests: readonly Request[]) {
  const networkOf = new Map(requests.flatMap(({ clientNetwork }) => named(clientNetwork)))
  const networks = [...networkOf.values()]
  const placeIds = [...new Set(requests.flatMap((request) => request.placeIds))]
  const userIds = requests.map(({ userId }) => userId)
  const [, heldFrom, heldBy, holderOf, places] = await Promise.all([
    lockNetworksOfShow(tx, showId, networks),
    countReservationsOfNetworks(tx, showId, networks),
    countReservationsOf(tx, userIds, showId),
    selectHolders(tx, showId, placeIds),
    selectPlacesOfShow(tx, showId, placeIds),
  ])
  return { heldFrom, heldBy, holderOf, places }
}

/**
 * Decides requests of different customers for an open show by the rule, and writes what it allots. The unique index
 * decides between servers about seats, the lock of its row about a standing place.
 */
export async function reserveOpen<Asked extends Request>(
  tx: Tx,
  { show, settings, requests, held: { places, ...read } }: Open<Asked>,
): Promise<Map<Asked, Outcome<Paged<Ticket>>>> {
  const outcomes = new Map<Asked, Outcome<Paged<Ticket>>>()
  const wanted: Wanted<Asked>[] = []
  const placeOf = new Map(places.map((place) => [place.id, place]))
  for (const request of requests) {
    const { objection, ...those } = placesOf(request, placeOf)
    if (objection) outcomes.set(request, new Refusal(objection))
    else wanted.push({ request, ...those })
  }
  if (wanted.length === 0) return outcomes

  const held = { ...read, roomOn: await lockRooms(tx, show.id, roomsOf(wanted)) }
  const allotments = await allotTogether(tx, { show, settings, wanted, held })
  const allotted = wanted.filter((_, index) => !allotments[index]?.refusal)
  const written = await writeReservations(tx, { show, settings, allotted })
  // Another server took a seat after the holders were read.
  const failed = new Set(allotted.filter(({ seats }) => seats.some(({ id }) => !written.seatTickets.has(id))))
  await undo(tx, { show, written, failed })

  const tickets = await selectTicketsById(tx, [...written.seatTickets.values(), ...[...written.stood.values()].flat()])
  for (const [index, one] of wanted.entries()) {
    const { refusal, beatenBy = [] } = allotments[index] ?? {}
    const isFailed = (other: number) => failed.has(wanted[other] as Wanted<Asked>)
    if (refusal) {
      // A request that failed keeps nothing, so those that it alone had beaten are decided again.
      outcomes.set(one.request, beatenBy.some(isFailed) ? AGAIN : new Refusal(refusal))
    } else if (failed.has(one)) {
      const places = one.seats.filter(({ id }) => !written.seatTickets.has(id))
      outcomes.set(one.request, new Refusal(problem('seats_taken', { places, own: [] })))
    } else {
      outcomes.set(one.request, answerWith(written.idsOf(one), tickets))
    }
  }
  return outcomes
}

type WantedPlaces = { seats: Place[]; standing: (Standing & Place)[]; objection: Problem | undefined }

function placesOf({ placeIds }: Request, placeOf: ReadonlyMap<PlaceId, Place>): WantedPlaces {
  const quantities = new Map<PlaceId, number>()
  for (const id of placeIds) quantities.set(id, (quantities.get(id) ?? 0) + 1)
  const places = [...quantities.keys()]
    .flatMap((id) => placeOf.get(id) ?? [])
    .toSorted((one, other) => one.id - other.id)
  const { SITTING: seats = [], STANDING: rooms = [] } = Object.groupBy(places, ({ placeType }) => placeType)
  const standing = rooms.map((place) => ({ ...place, quantity: quantities.get(place.id) ?? 0 }))
  return { seats, standing, objection: objectionToPlaces(places, quantities) }
}

/** Sums up the people for each standing place. */
function roomsOf(wanted: readonly Wanted<Request>[]): WantedRoom[] {
  const rooms = new Map<PlaceId, WantedRoom>()
  for (const { id: placeId, capacity, quantity } of wanted.flatMap(({ standing }) => standing)) {
    const { quantity: sum = 0 } = rooms.get(placeId) ?? {}
    rooms.set(placeId, { placeId, capacity, quantity: sum + quantity })
  }
  return [...rooms.values()].toSorted((one, other) => one.placeId - other.placeId)
}

type Deciding = Omit<Open<Request>, 'requests' | 'held'> & { wanted: readonly Wanted<Request>[] } & {
  held: Parameters<typeof allotPlaces>[1]
}

/** Asks the rule which requests get their places. */
async function allotTogether(tx: Tx, { show, settings, wanted, held }: Deciding): Promise<Allotment[]> {
  const requests = wanted.map(({ request: { userId, clientNetwork }, seats, standing }) => {
    const [network] = named(clientNetwork)
    return { userId, network: network?.[0] ?? null, seats, standing }
  })
  const wantedFrom = new Map<string | null, number>()
  for (const [index, { network }] of requests.entries()) {
    wantedFrom.set(network, (wantedFrom.get(network) ?? 0) + (wanted[index]?.request.placeIds.length ?? 0))
  }
  // Spares the count of all places where one customer alone may hold as many.
  const isMuch = [...wantedFrom].some(
    ([network, more]) =>
      network !== null && (held.heldFrom.get(network) ?? 0) + more > settings.MAX_RESERVATIONS_PER_SHOW,
  )
  const { MAX_SHARE_PER_NETWORK: sharePercent } = settings
  const ofNetwork =
    isMuch && sharePercent !== undefined
      ? maxOfNetwork(await countBookablePlaces(tx, show.seatingPlanId), sharePercent, settings)
      : Infinity
  return allotPlaces(requests, held, { ...settings, maxOfNetwork: ofNetwork })
}

type Writing = { show: ReservableShow; settings: Settings; allotted: readonly Wanted<Request>[] }

/** The new tickets. Those of seats that another server took are missing. */
type Written = {
  seatTickets: ReadonlyMap<PlaceId, TicketId>
  /** The tickets for standing places by customer. */
  stood: ReadonlyMap<UserId, readonly TicketId[]>
  idsOf: (wanted: Wanted<Request>) => TicketId[]
}

async function writeReservations(tx: Tx, { show, settings, allotted }: Writing): Promise<Written> {
  const until = reservedUntil({ startsAt: show.startsAt, now: show.now, lifeMinutes: settings.RESERVATION_MINUTES })
  const reservation = { showId: show.id, reservedUntil: until }
  const priced = ({ userId, clientNetwork }: Request, { id, pricePercent }: Place) => ({
    ...{ id, userId, clientNetwork },
    price: sectorPrice(show.price, pricePercent),
  })
  const [, seated, standing] = await Promise.all([
    changeOccupancies(
      tx,
      show.id,
      allotted.flatMap((one) => one.standing),
    ),
    insertSeats(tx, {
      ...reservation,
      seats: allotted.flatMap(({ request, seats }) => seats.map((seat) => priced(request, seat))),
    }),
    insertStanding(tx, {
      ...reservation,
      places: allotted.flatMap(({ request, standing: rooms }) =>
        rooms.flatMap((room) => Array.from({ length: room.quantity }, () => priced(request, room))),
      ),
    }),
  ])
  const seatTickets = new Map(seated.map(({ id, placeId }) => [placeId, id]))
  const stood = new Map<UserId, TicketId[]>()
  for (const { id, userId } of standing) {
    if (userId !== null) stood.set(userId, [...(stood.get(userId) ?? []), id])
  }
  const idsOf = ({ request: { userId }, seats }: Wanted<Request>) => [
    ...seats.flatMap(({ id }) => seatTickets.get(id) ?? []),
    ...(stood.get(userId) ?? []),
  ]
  return { seatTickets, stood, idsOf }
}

type Undoing = { show: ReservableShow; written: Written; failed: ReadonlySet<Wanted<Request>> }

/** Deletes the new tickets of requests that lost a seat, and frees their room. */
async function undo(tx: Tx, { show, written, failed }: Undoing): Promise<void> {
  const those = [...failed]
  await Promise.all([
    deleteNewReservations(tx, those.flatMap(written.idsOf)),
    changeOccupancies(
      tx,
      show.id,
      those.flatMap(({ standing }) => standing.map(({ id, quantity }) => ({ id, quantity: -quantity }))),
    ),
  ])
}

/** Returns a network with its name, in a list for `flatMap`. Empty for null. */
function named(network: Buffer | null): [string, Buffer][] {
  return network === null ? [] : [[network.toString('hex'), network]]
}

function answerWith(ids: readonly TicketId[], tickets: ReadonlyMap<TicketId, Ticket>): Paged<Ticket> {
  const elements = ids.toSorted((one, other) => one - other).flatMap((id) => tickets.get(id) ?? [])
  return { total: elements.length, elements }
}
