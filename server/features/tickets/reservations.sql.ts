import { sql } from 'kysely'
import type { HoldId, PlaceId, ShowId, TicketId, UserId } from '#domain/ids.ts'
import type { Cents } from '#domain/money.ts'
import type { Held } from '#domain/tickets/reservations.ts'
import { publishAfterCommit, publishNow } from '#server/db/publish-after-commit.ts'
import type { Db, Tx } from '#server/db/connection.ts'

/**
 * Counts the live reservations of several customers, of one show and of all shows. Tickets of the show that were bought
 * for nothing count for it like reservations, or one customer could take all free places. Leaves out customers without
 * any.
 */
export async function countReservationsOf(
  tx: Tx,
  userIds: readonly UserId[],
  showId: ShowId,
): Promise<Map<UserId, Held>> {
  const { rows } = await sql<Held & { userId: UserId }>`
    select user_id as "userId", count(*) filter (where state = 'RESERVED') as "ofCustomer",
      count(*) filter (where event_show_id = ${showId}) as "ofShow"
    from (
      select user_id, state, event_show_id from tickets
      where user_id = any(${userIds}::int[]) and state = 'RESERVED' and reserved_until > shop_now()
      union all
      select user_id, state, event_show_id from tickets
      where user_id = any(${userIds}::int[]) and state = 'BOUGHT' and event_show_id = ${showId} and price = 0
    ) as held
    group by user_id`.execute(tx)
  return new Map(rows.map(({ userId, ...held }) => [userId, held]))
}

/** Locks the reservations of several client networks for a show, in the order of the locks' keys. */
export async function lockNetworksOfShow(tx: Tx, showId: ShowId, clientNetworks: readonly Buffer[]): Promise<void> {
  if (clientNetworks.length === 0) return
  const keys = clientNetworks.map((network) => network.readInt32BE()).toSorted((one, other) => one - other)
  await sql`
    select pg_advisory_xact_lock(${showId}::int, network) from unnest(${keys}::int[]) as network`.execute(tx)
}

/** Counts the live reservations of a show by client network, named by its bytes in hexadecimal. */
export async function countReservationsOfNetworks(
  tx: Tx,
  showId: ShowId,
  clientNetworks: readonly Buffer[],
): Promise<Map<string, number>> {
  if (clientNetworks.length === 0) return new Map()
  const { rows } = await sql<{ network: string; held: number }>`
    select encode(client_network, 'hex') as network, count(*) as held from tickets
    where event_show_id = ${showId} and client_network = any(${clientNetworks}::bytea[]) and reserved_until > shop_now()
    group by client_network`.execute(tx)
  return new Map(rows.map(({ network, held }) => [network, held]))
}

/** Reads the holders of live tickets of seats. Null for a hold. */
export async function selectHolders(
  tx: Tx,
  showId: ShowId,
  placeIds: readonly PlaceId[],
): Promise<Map<PlaceId, UserId | null>> {
  const { rows } = await sql<{ placeId: PlaceId; userId: UserId | null }>`
    select place_id as "placeId", user_id as "userId" from tickets
    where event_show_id = ${showId} and place_id = any(${placeIds}::int[]) and place_type = 'SITTING'
      and state in ('RESERVED', 'BOUGHT') and (state = 'BOUGHT' or reserved_until > shop_now())`.execute(tx)
  return new Map(rows.map(({ placeId, userId }) => [placeId, userId]))
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
  { userId, clientNetwork, places, ...reservations }: NewReservations,
): Promise<{ id: TicketId; placeId: PlaceId }[]> {
  return insertSeats(tx, { ...reservations, seats: places.map((place) => ({ ...place, userId, clientNetwork })) })
}

type NewSeats = Pick<NewReservations, 'showId' | 'holdId' | 'reservedUntil'> & {
  seats: readonly (Pick<NewReservations, 'userId' | 'clientNetwork'> & { id: PlaceId; price: Cents })[]
}

/**
 * Reserves free seats, each for its customer, and returns their tickets. Leaves out seats that are held. Takes over
 * expired reservations in the same statement, with new ids. Writes rows in the order of place ids, so that two
 * transactions cannot deadlock.
 */
export async function insertSeats(
  tx: Tx,
  { showId, holdId, reservedUntil, seats }: NewSeats,
): Promise<{ id: TicketId; placeId: PlaceId }[]> {
  if (seats.length === 0) return []
  const { rows } = await sql<{ id: TicketId; placeId: PlaceId }>`
    insert into tickets (
      event_show_id, place_id, place_type, user_id, hold_id, state, price, reserved_at, reserved_until, client_network)
    select ${showId}::int, wanted.place_id, 'SITTING', wanted.user_id, ${holdId ?? null}::int, 'RESERVED', wanted.price,
      shop_now(), coalesce(${reservedUntil}::timestamptz, 'infinity'), wanted.client_network
    from unnest(
      ${seats.map(({ id }) => id)}::int[],
      ${seats.map(({ price }) => price)}::int[],
      ${seats.map(({ userId }) => userId)}::int[],
      ${seats.map(({ clientNetwork }) => clientNetwork)}::bytea[]
    ) as wanted (place_id, price, user_id, client_network)
    order by wanted.place_id
    on conflict (event_show_id, place_id) where place_type = 'SITTING' and state in ('RESERVED', 'BOUGHT')
    do update set id = default, user_id = excluded.user_id, hold_id = excluded.hold_id, price = excluded.price,
      reserved_at = excluded.reserved_at, reserved_until = excluded.reserved_until,
      client_network = excluded.client_network
      where tickets.state = 'RESERVED' and tickets.reserved_until <= shop_now()
    returning id, place_id as "placeId"`.execute(tx)
  publishAfterCommit(
    tx,
    rows.map(({ placeId }) => ({ showId, placeId })),
  )
  return rows
}

/** Reserves one standing ticket for each of `places`. Call `occupyStanding` first. */
export async function insertStandingReservations(
  tx: Tx,
  { userId, clientNetwork, places, ...reservations }: NewReservations,
): Promise<{ id: TicketId }[]> {
  return insertStanding(tx, { ...reservations, places: places.map((place) => ({ ...place, userId, clientNetwork })) })
}

type NewStanding = Omit<NewSeats, 'seats'> & { places: NewSeats['seats'] }

/** Reserves one standing ticket for each of `places`, each for its customer, on standing places that have room. */
export async function insertStanding(
  tx: Tx,
  { showId, holdId, reservedUntil, places }: NewStanding,
): Promise<{ id: TicketId; userId: UserId | null }[]> {
  if (places.length === 0) return []
  publishAfterCommit(
    tx,
    places.map(({ id: placeId }) => ({ showId, placeId })),
  )
  const { rows } = await sql<{ id: TicketId; userId: UserId | null }>`
    insert into tickets (
      event_show_id, place_id, place_type, user_id, hold_id, state, price, reserved_at, reserved_until, client_network)
    select ${showId}::int, wanted.place_id, 'STANDING', wanted.user_id, ${holdId ?? null}::int, 'RESERVED', wanted.price,
      shop_now(), coalesce(${reservedUntil}::timestamptz, 'infinity'), wanted.client_network
    from unnest(
      ${places.map(({ id }) => id)}::int[],
      ${places.map(({ price }) => price)}::int[],
      ${places.map(({ userId }) => userId)}::int[],
      ${places.map(({ clientNetwork }) => clientNetwork)}::bytea[]
    ) as wanted (place_id, price, user_id, client_network)
    returning id, user_id as "userId"`.execute(tx)
  return rows
}

/** Deletes a customer's reservation. Returns false if there is none, or if it is being paid. */
export async function deleteReservation(tx: Tx, ticketId: TicketId, userId: UserId): Promise<boolean> {
  const freed = await deleteReserved(tx, ticketId, userId).execute()
  publishAfterCommit(tx, freed)
  return freed.length > 0
}

/**
 * Deletes a customer's reservation of a seat in a statement of its own, and publishes it. Returns false if there is
 * none, or if it is being paid.
 */
export async function deleteSeatReservation(db: Db, ticketId: TicketId, userId: UserId): Promise<boolean> {
  const freed = await deleteReserved(db, ticketId, userId).where('place_type', '=', 'SITTING').execute()
  publishNow(db, freed)
  return freed.length > 0
}

function deleteReserved(db: Db | Tx, ticketId: TicketId, userId: UserId) {
  return db
    .deleteFrom('tickets')
    .where('id', '=', ticketId)
    .where('user_id', '=', userId)
    .where('state', '=', 'RESERVED')
    .where('pending_order_id', 'is', null)
    .returning(['event_show_id as showId', 'place_id as placeId'])
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
