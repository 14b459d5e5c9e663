import { sql } from 'kysely'
import type { HoldId, PlaceId, ShowId, TicketId, UserId } from '#domain/ids.ts'
import type { Cents } from '#domain/money.ts'
import type { Held } from '#domain/tickets/reservations.ts'
import { publishAfterCommit } from '#server/db/publish-after-commit.ts'
import type { Db, Tx } from '#server/db/connection.ts'
import { type PlaceOfShow, PlacesOfShows } from '#server/db/places-of-shows.ts'

/**
 * Counts the live reservations of several customers, each of one show and of all shows. Tickets of the show that were
 * bought for nothing count for it like reservations, or one customer could take all free places. Leaves out customers
 * without any.
 */
export async function countReservationsOf(
  tx: Tx,
  customers: readonly { userId: UserId; showId: ShowId }[],
): Promise<Map<UserId, Held>> {
  const { rows } = await sql<Held & { userId: UserId }>`
    select asked.user_id as "userId", count(*) filter (where held.state = 'RESERVED') as "ofCustomer",
      count(*) filter (where held.event_show_id = asked.show_id) as "ofShow"
    from unnest(
      ${customers.map(({ userId }) => userId)}::int[], ${customers.map(({ showId }) => showId)}::int[]
    ) as asked (user_id, show_id)
    cross join lateral (
      select state, event_show_id from tickets
      where user_id = asked.user_id and state = 'RESERVED' and reserved_until > shop_now()
      union all
      select state, event_show_id from tickets
      where user_id = asked.user_id and state = 'BOUGHT' and event_show_id = asked.show_id and price = 0
    ) as held
    group by asked.user_id`.execute(tx)
  return new Map(rows.map(({ userId, ...held }) => [userId, held]))
}

/** A client network that reserves places of a show, by a keyed hash of both. */
export type NetworkOfShow = { showId: ShowId; clientNetwork: Buffer }

/** Locks the reservations of client networks for shows, in the order of the locks' keys. */
export async function lockNetworks(tx: Tx, networks: readonly NetworkOfShow[]): Promise<void> {
  if (networks.length === 0) return
  const keys = networks
    .map(({ showId, clientNetwork }) => ({ showId, key: clientNetwork.readInt32BE() }))
    .toSorted((one, other) => one.showId - other.showId || one.key - other.key)
  await sql`
    select pg_advisory_xact_lock(show_id, network) from unnest(
      ${keys.map(({ showId }) => showId)}::int[], ${keys.map(({ key }) => key)}::int[]
    ) as keys (show_id, network)`.execute(tx)
}

/** Counts the live reservations of client networks for shows. Names each by its hash in hexadecimal. */
export async function countReservationsOfNetworks(
  tx: Tx,
  networks: readonly NetworkOfShow[],
): Promise<Map<string, number>> {
  if (networks.length === 0) return new Map()
  const { rows } = await sql<{ network: string; held: number }>`
    select encode(asked.client_network, 'hex') as network, held.count as held
    from unnest(
      ${networks.map(({ showId }) => showId)}::int[], ${networks.map(({ clientNetwork }) => clientNetwork)}::bytea[]
    ) as asked (show_id, client_network)
    cross join lateral (
      select count(*) as count from tickets
      where event_show_id = asked.show_id and client_network = asked.client_network and reserved_until > shop_now()
    ) as held`.execute(tx)
  return new Map(rows.map(({ network, held }) => [network, held]))
}

/** Reads the holders of live tickets of seats. Null for a hold. */
export async function selectHolders(tx: Tx, places: readonly PlaceOfShow[]): Promise<PlacesOfShows<UserId | null>> {
  const { rows } = await sql<PlaceOfShow & { userId: UserId | null }>`
    select asked.show_id as "showId", asked.place_id as "placeId", held.user_id as "userId"
    from unnest(
      ${places.map(({ showId }) => showId)}::int[], ${places.map(({ placeId }) => placeId)}::int[]
    ) as asked (show_id, place_id)
    cross join lateral (
      select user_id from tickets
      where event_show_id = asked.show_id and place_id = asked.place_id and place_type = 'SITTING'
        and state in ('RESERVED', 'BOUGHT') and (state = 'BOUGHT' or reserved_until > shop_now())
    ) as held`.execute(tx)
  return new PlacesOfShows(rows.map(({ userId, ...place }) => [place, userId]))
}

type NewReservations = {
  showId: ShowId
  /** Null for a hold. */
  userId: UserId | null
  holdId?: HoldId
  /** The keyed hash of the client network. Null if its share is not limited. */
  clientNetwork: Buffer | null
  /** Null for a hold without an end. */
  reservedUntil: Date | null
  places: readonly { id: PlaceId; price: Cents }[]
}

/** Reserves free seats for one customer or hold, like `insertSeats`. */
export async function insertSeatReservations(
  tx: Tx,
  { places, ...reservation }: NewReservations,
): Promise<{ id: TicketId; placeId: PlaceId }[]> {
  return insertSeats(
    tx,
    places.map(({ id: placeId, price }) => ({ ...reservation, placeId, price })),
  )
}

/** A place that is reserved for its customer or hold. */
type NewPlace = Omit<NewReservations, 'places'> & { placeId: PlaceId; price: Cents }

/** Returns the columns of new tickets, as the values of `unnest` and their names. */
function newTickets(places: readonly NewPlace[]) {
  return sql`unnest(
      ${places.map(({ placeId }) => placeId)}::int[],
      ${places.map(({ price }) => price)}::int[],
      ${places.map(({ userId }) => userId)}::int[],
      ${places.map(({ clientNetwork }) => clientNetwork)}::bytea[],
      ${places.map(({ showId }) => showId)}::int[],
      ${places.map(({ holdId }) => holdId ?? null)}::int[],
      ${places.map(({ reservedUntil }) => reservedUntil)}::timestamptz[]
    ) as wanted (place_id, price, user_id, client_network, show_id, hold_id, reserved_until)`
}

/**
 * Reserves free seats, each for its customer or hold, and returns their tickets. Leaves out seats that are held. Takes
 * over expired reservations in the same statement, with new ids. Writes rows in the order of the ids of shows and
 * places, so that two transactions cannot deadlock.
 */
export async function insertSeats(tx: Tx, seats: readonly NewPlace[]): Promise<(PlaceOfShow & { id: TicketId })[]> {
  if (seats.length === 0) return []
  const { rows } = await sql<PlaceOfShow & { id: TicketId }>`
    insert into tickets (
      event_show_id, place_id, place_type, user_id, hold_id, state, price, reserved_at, reserved_until, client_network)
    select wanted.show_id, wanted.place_id, 'SITTING', wanted.user_id, wanted.hold_id, 'RESERVED', wanted.price,
      shop_now(), coalesce(wanted.reserved_until, 'infinity'), wanted.client_network
    from ${newTickets(seats)}
    order by wanted.show_id, wanted.place_id
    on conflict (event_show_id, place_id) where place_type = 'SITTING' and state in ('RESERVED', 'BOUGHT')
    do update set id = default, user_id = excluded.user_id, hold_id = excluded.hold_id, price = excluded.price,
      reserved_at = excluded.reserved_at, reserved_until = excluded.reserved_until,
      client_network = excluded.client_network
      where tickets.state = 'RESERVED' and tickets.reserved_until <= shop_now()
    returning id, place_id as "placeId", event_show_id as "showId"`.execute(tx)
  publishAfterCommit(tx, rows)
  return rows
}

/** Reserves one standing ticket for each of `places`. Call `occupyStanding` first. */
export async function insertStandingReservations(
  tx: Tx,
  { places, ...reservation }: NewReservations,
): Promise<{ id: TicketId }[]> {
  return insertStanding(
    tx,
    places.map(({ id: placeId, price }) => ({ ...reservation, placeId, price })),
  )
}

/** Reserves one standing ticket for each of `places`, each for its customer or hold, where there is room. */
export async function insertStanding(
  tx: Tx,
  places: readonly NewPlace[],
): Promise<{ id: TicketId; userId: UserId | null }[]> {
  if (places.length === 0) return []
  publishAfterCommit(tx, places)
  const { rows } = await sql<{ id: TicketId; userId: UserId | null }>`
    insert into tickets (
      event_show_id, place_id, place_type, user_id, hold_id, state, price, reserved_at, reserved_until, client_network)
    select wanted.show_id, wanted.place_id, 'STANDING', wanted.user_id, wanted.hold_id, 'RESERVED', wanted.price,
      shop_now(), coalesce(wanted.reserved_until, 'infinity'), wanted.client_network
    from ${newTickets(places)}
    returning id, user_id as "userId"`.execute(tx)
  return rows
}

/** Deletes a customer's reservation. Returns false if there is none, or if it is being paid. */
export async function deleteReservation(tx: Tx, ticketId: TicketId, userId: UserId): Promise<boolean> {
  const freed = await tx
    .deleteFrom('tickets')
    .where('id', '=', ticketId)
    .where('user_id', '=', userId)
    .where('state', '=', 'RESERVED')
    .where('pending_order_id', 'is', null)
    .returning(['event_show_id as showId', 'place_id as placeId'])
    .execute()
  publishAfterCommit(tx, freed)
  return freed.length > 0
}

/** Deletes reservations that were made in the same transaction. */
export async function deleteNewReservations(tx: Tx, ticketIds: readonly TicketId[]): Promise<void> {
  if (ticketIds.length === 0) return
  await sql`delete from tickets where id = any(${ticketIds}::int[])`.execute(tx)
}

/** Clears the client networks of expired reservations. Skips locked ones. */
export async function clearExpiredNetworks(db: Db): Promise<void> {
  await sql`
    update tickets set client_network = null where id in (
      select id from tickets where client_network is not null and reserved_until <= shop_now()
      for update skip locked)`.execute(db)
}

/** Deletes seat reservations that expired a day ago. Skips locked ones. */
export async function deleteExpiredSeats(db: Db): Promise<void> {
  await sql`
    delete from tickets where id in (
      select id from tickets
      where state = 'RESERVED' and place_type = 'SITTING' and reserved_until < shop_now() - interval '1 day'
      for update skip locked)`.execute(db)
}
