import type { Paged } from '#contract/fields.ts'
import type { Ticket } from '#contract/tickets.ts'
import type { PlaceId, ShowId, TicketId, UserId } from '#domain/ids.ts'
import { allotPlaces, type PlacesHeld, type Standing } from '#domain/tickets/place-allotment.ts'
import { problem, type Problem } from '#domain/problem.ts'
import { maxOfNetwork } from '#domain/network-share.ts'
import { objectionToPlaces, reservedUntil } from '#domain/tickets/reservations.ts'
import { sectorPrice } from '#domain/sector-price.ts'
import { AGAIN, type Decision, Refusal } from '#server/concurrency/batcher.ts'
import type { Tx } from '#server/db/connection.ts'
import type { Settings } from '#server/settings/env.ts'
import { byShowAndPlace, PlacesOfShows } from '#server/db/places-of-shows.ts'
import {
  countReservationsOf,
  countReservationsOfNetworks,
  deleteNewReservations,
  insertSeats,
  insertStanding,
  lockNetworks,
  selectHolders,
} from './reservations.sql.ts'
import { countBookablePlaces, type ReservableShow, selectPlacesOfPlans } from './show-places.sql.ts'
import { changeOccupancies, lockRooms, type WantedRoom } from './standing.sql.ts'
import { selectTicketsById } from './tickets.sql.ts'

/** The places that a customer wants, each standing place as often as people want to stand there. */
type Request = { userId: UserId; showId: ShowId; placeIds: readonly PlaceId[]; clientNetwork: Buffer | null }
type Place = Awaited<ReturnType<typeof selectPlacesOfPlans>>[number]
type Held = Awaited<ReturnType<typeof lockNetworksAndRead>>
/** A request for places of an open show. */
export type OpenRequest<Asked extends Request> = { request: Asked; show: ReservableShow }
type Open<Asked extends Request> = { settings: Settings; requests: readonly OpenRequest<Asked>[]; held: Held }
type Wanted<Asked extends Request> = OpenRequest<Asked> & {
  seats: readonly Place[]
  standing: readonly (Standing & Place)[]
}

/**
 * Locks the client networks of requests, and reads the wanted places, their holders, and what customers and networks
 * hold. The customers and the shows are locked.
 */
export async function lockNetworksAndRead(tx: Tx, requests: readonly Request[]) {
  const networks = new Map(
    requests.flatMap(({ showId, clientNetwork }) =>
      clientNetwork === null ? [] : [[nameOf(clientNetwork), { showId, clientNetwork }]],
    ),
  )
  const wanted = new PlacesOfShows(
    requests.flatMap(({ showId, placeIds }) => placeIds.map((placeId) => [{ showId, placeId }, true])),
  )
  const wantedPlaces = [...wanted.entries()].map(([place]) => place)
  const [, heldFrom, heldBy, holderOf, places] = await Promise.all([
    lockNetworks(tx, [...networks.values()]),
    countReservationsOfNetworks(tx, [...networks.values()]),
    countReservationsOf(tx, requests),
    selectHolders(tx, wantedPlaces),
    selectPlacesOfPlans(tx, [...new Set(wantedPlaces.map(({ placeId }) => placeId))]),
  ])
  return { heldFrom, heldBy, holderOf, places }
}

/**
 * Decides requests of different customers for open shows by the rule, and writes what it allots. The unique index
 * decides between servers about seats, the lock of its row about a standing place.
 */
export async function reserveOpen<Asked extends Request>(
  tx: Tx,
  { settings, requests, held: { places, ...read } }: Open<Asked>,
): Promise<Map<Asked, Decision<Paged<Ticket>>>> {
  const outcomes = new Map<Asked, Decision<Paged<Ticket>>>()
  const wanted: Wanted<Asked>[] = []
  const placeOf = new Map(places.map((place) => [place.id, place]))
  for (const { request, show } of requests) {
    const { objection, ...those } = placesOf(request, show, placeOf)
    if (objection) outcomes.set(request, new Refusal(objection))
    else wanted.push({ request, show, ...those })
  }
  if (wanted.length === 0) return outcomes

  const roomOn = await lockRooms(tx, roomsOf(wanted))
  const allotments = new Map<Wanted<Asked>, Allotment<Asked>>()
  for (const [showId, ofShow] of Map.groupBy(wanted, ({ show }) => show.id)) {
    const held = { ...read, holderOf: read.holderOf.of(showId), roomOn: roomOn.of(showId) }
    for (const [one, allotment] of await allotTogether(tx, { settings, wanted: ofShow, held })) {
      allotments.set(one, allotment)
    }
  }
  const allotted = wanted.filter((one) => !allotments.get(one)?.refusal)
  const written = await writeReservations(tx, settings, allotted)
  // Another server took a seat after the holders were read.
  const failed = new Set(allotted.filter((one) => written.lostBy(one).length > 0))
  await undo(tx, written, failed)

  const tickets = await selectTicketsById(tx, written.ids)
  for (const one of wanted) {
    const { refusal, beatenBy = [] } = allotments.get(one) ?? {}
    if (refusal) {
      // A request that failed keeps nothing, so those that it alone had beaten are decided again.
      outcomes.set(one.request, beatenBy.some((other) => failed.has(other)) ? AGAIN : new Refusal(refusal))
    } else if (failed.has(one)) {
      outcomes.set(one.request, new Refusal(problem('seats_taken', { places: written.lostBy(one), own: [] })))
    } else {
      outcomes.set(one.request, answerWith(written.idsOf(one), tickets))
    }
  }
  return outcomes
}

type WantedPlaces = { seats: Place[]; standing: (Standing & Place)[]; objection: Problem | undefined }

/** Names the wanted places, leaving out those of other plans than the show's. */
function placesOf(
  { placeIds }: Request,
  { seatingPlanId }: ReservableShow,
  placeOf: ReadonlyMap<PlaceId, Place>,
): WantedPlaces {
  const quantities = new Map<PlaceId, number>()
  for (const id of placeIds) quantities.set(id, (quantities.get(id) ?? 0) + 1)
  const places = [...quantities.keys()]
    .flatMap((id) => placeOf.get(id) ?? [])
    .filter((place) => place.seatingPlanId === seatingPlanId)
    .toSorted((one, other) => one.id - other.id)
  const { SITTING: seats = [], STANDING: rooms = [] } = Object.groupBy(places, ({ placeType }) => placeType)
  const standing = rooms.map((place) => ({ ...place, quantity: quantities.get(place.id) ?? 0 }))
  return { seats, standing, objection: objectionToPlaces(places, quantities) }
}

/** Sums up the people for each standing place, in the lock order. */
function roomsOf(wanted: readonly Wanted<Request>[]): WantedRoom[] {
  const rooms = new PlacesOfShows<WantedRoom>()
  for (const { place, capacity, quantity } of wanted.flatMap(standingOf)) {
    const { quantity: sum = 0 } = rooms.get(place) ?? {}
    rooms.set(place, { ...place, capacity, quantity: sum + quantity })
  }
  return [...rooms.entries()].map(([, room]) => room).toSorted(byShowAndPlace)
}

function standingOf({ show, standing }: Wanted<Request>) {
  return standing.map(({ id, capacity, quantity }) => ({ place: { showId: show.id, placeId: id }, capacity, quantity }))
}

type Allotment<Asked extends Request> = {
  refusal?: Problem | undefined
  /** The requests without which this one would not be refused, or not for the same seats. */
  beatenBy: readonly Wanted<Asked>[]
}

type Deciding<Asked extends Request> = { settings: Settings; wanted: readonly Wanted<Asked>[]; held: PlacesHeld }

/** Asks the rule which requests for one show get their places. */
async function allotTogether<Asked extends Request>(
  tx: Tx,
  { settings, wanted, held }: Deciding<Asked>,
): Promise<Map<Wanted<Asked>, Allotment<Asked>>> {
  const requests = wanted.map(({ request: { userId, clientNetwork }, seats, standing }) => ({
    ...{ userId, seats, standing },
    network: clientNetwork === null ? null : nameOf(clientNetwork),
  }))
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
  const [first] = wanted
  const ofNetwork =
    isMuch && first && sharePercent !== undefined
      ? maxOfNetwork(await countBookablePlaces(tx, first.show.id), sharePercent, settings.MAX_RESERVATIONS_PER_SHOW)
      : Infinity
  const allotments = allotPlaces(requests, held, { ...settings, maxOfNetwork: ofNetwork })
  return new Map(
    wanted.map((one, index) => {
      const { refusal, beatenBy = [] } = allotments[index] ?? {}
      return [one, { refusal, beatenBy: beatenBy.flatMap((other) => wanted[other] ?? []) }]
    }),
  )
}

/** The new tickets. Those of seats that another server took are missing. */
type Written = {
  ids: readonly TicketId[]
  idsOf: (wanted: Wanted<Request>) => TicketId[]
  /** Returns the seats of a request that another server took. */
  lostBy: (wanted: Wanted<Request>) => Place[]
}

async function writeReservations(tx: Tx, settings: Settings, allotted: readonly Wanted<Request>[]): Promise<Written> {
  const reserved = ({ request: { userId, clientNetwork }, show }: Wanted<Request>, { id, pricePercent }: Place) => ({
    ...{ showId: show.id, placeId: id, userId, clientNetwork },
    price: sectorPrice(show.price, pricePercent),
    reservedUntil: reservedUntil({
      ...{ startsAt: show.startsAt, now: show.now },
      lifeMinutes: settings.RESERVATION_MINUTES,
    }),
  })
  const [, seated, standing] = await Promise.all([
    changeOccupancies(
      tx,
      allotted.flatMap(standingOf).map(({ place, quantity }) => ({ ...place, quantity })),
    ),
    insertSeats(
      tx,
      allotted.flatMap((one) => one.seats.map((seat) => reserved(one, seat))),
    ),
    insertStanding(
      tx,
      allotted.flatMap((one) =>
        one.standing.flatMap((room) => Array.from({ length: room.quantity }, () => reserved(one, room))),
      ),
    ),
  ])
  const seatTickets = new PlacesOfShows(seated.map(({ id, ...place }) => [place, id]))
  const stood = Map.groupBy(standing, ({ userId }) => userId)
  const ticketOf = ({ show }: Wanted<Request>, { id }: Place) => seatTickets.get({ showId: show.id, placeId: id })
  return {
    ids: [...seated, ...standing].map(({ id }) => id),
    idsOf: (one) => [
      ...one.seats.flatMap((seat) => ticketOf(one, seat) ?? []),
      ...(stood.get(one.request.userId) ?? []).map(({ id }) => id),
    ],
    lostBy: (one) => one.seats.filter((seat) => ticketOf(one, seat) === undefined),
  }
}

/** Deletes the new tickets of requests that lost a seat, and frees their room. */
async function undo(tx: Tx, written: Written, failed: ReadonlySet<Wanted<Request>>): Promise<void> {
  const those = [...failed]
  await Promise.all([
    deleteNewReservations(tx, those.flatMap(written.idsOf)),
    changeOccupancies(
      tx,
      those.flatMap(standingOf).map(({ place, quantity }) => ({ ...place, quantity: -quantity })),
    ),
  ])
}

/** Names a client network of a show. */
function nameOf(network: Buffer): string {
  return network.toString('hex')
}

function answerWith(ids: readonly TicketId[], tickets: ReadonlyMap<TicketId, Ticket>): Paged<Ticket> {
  const elements = ids.toSorted((one, other) => one - other).flatMap((id) => tickets.get(id) ?? [])
  return { total: elements.length, elements }
}
