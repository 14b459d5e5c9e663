import { sql } from 'kysely'
import type { LocationId, ShowId, TicketId, UserId } from '#domain/ids.ts'
import type { Db, Tx } from '#server/db/connection.ts'
import { enqueueMailsToMany, payloadTo } from '../mails-to-many.sql.ts'
import { selectFromMailedTickets } from '../mailed-items.sql.ts'

/** One thing that changed of a show or a location, in words. */
export type ShownChange = { what: string; from: string; to: string }

/** A mail about one change of a show. The tickets are read when it is sent. */
export type ShowChangeMail = { to: UserId; showId: ShowId; changes: readonly ShownChange[] }

/** A mail about one change of a location. The tickets are read when it is sent. */
export type LocationChangeMail = { to: UserId; locationId: LocationId; changes: readonly ShownChange[] }

/** A mail about a cancelled show to a customer who has reserved places of it, and bought none. */
export type ShowCancelledMail = { to: UserId; showId: ShowId; reason: string }

/** Live tickets of customers of `event_shows` that have not started and are not cancelled. */
const isComing = sql<boolean>`(
  tickets.user_id is not null and event_shows.starts_at > shop_now() and event_shows.cancelled_at is null
  and (tickets.state = 'BOUGHT' or tickets.state = 'RESERVED' and tickets.reserved_until > shop_now()))`

/** Joins the buyers of tickets, and the customers who have received them. */
const buyersAndHolders = sql`
  join lateral unnest(array[tickets.user_id, holder_id]) as person (user_id) on person.user_id is not null`

const isBoughtOrHeldBy = (customer: UserId) =>
  sql<boolean>`(tickets.user_id = ${customer} or tickets.holder_id = ${customer})`

/** Enqueues one mail about a change of a show to every customer with a live ticket, in one statement. */
export async function enqueueShowChangeMails(tx: Tx, showId: ShowId, changes: readonly ShownChange[]): Promise<void> {
  const payload = payloadTo(sql`person.user_id`, { showId, changes })
  const payloads = sql`
    select distinct ${payload} from tickets ${buyersAndHolders}
    where event_show_id = ${showId} and (state = 'BOUGHT' or state = 'RESERVED' and reserved_until > shop_now())`
  await enqueueMailsToMany(tx, 'send-show-change', payloads)
}

type Concerned = { tickets: number; customers: number; unreachable: number }

/**
 * Counts the live tickets of the coming shows at a location that customers with a mail address bought or received,
 * these customers, and those without an address.
 */
export async function countTicketsAtLocation(tx: Tx, locationId: LocationId): Promise<Concerned> {
  const { rows } = await sql<Concerned>`
    select count(distinct tickets.id) filter (where email <> '') as tickets,
      count(distinct users.id) filter (where email <> '') as customers,
      count(distinct users.id) filter (where email = '') as unreachable
    from tickets
    join event_shows on event_shows.id = event_show_id ${buyersAndHolders}
    join users on users.id = person.user_id
    where location_id = ${locationId} and ${isComing}`.execute(tx)
  return rows[0] ?? { tickets: 0, customers: 0, unreachable: 0 }
}

/**
 * Enqueues one mail about a change of a location to every customer who bought or received a live ticket of a coming
 * show there.
 */
export async function enqueueLocationChangeMails(
  tx: Tx,
  locationId: LocationId,
  changes: readonly ShownChange[],
): Promise<void> {
  const payload = payloadTo(sql`person.user_id`, { locationId, changes })
  const payloads = sql`
    select distinct ${payload} from tickets join event_shows on event_shows.id = event_show_id ${buyersAndHolders}
    where location_id = ${locationId} and ${isComing}`
  await enqueueMailsToMany(tx, 'send-location-change', payloads)
}

/** Reads the tickets and reservations that a customer bought or received of the coming shows at a location. */
export function selectTicketsAtLocation(db: Db, { to, locationId }: LocationChangeMail) {
  return selectFromMailedTickets(db)
    .where(isBoughtOrHeldBy(to))
    .where('event_shows.location_id', '=', locationId)
    .where(isComing)
    .execute()
}

/**
 * Enqueues one mail about a cancelled show to each of these customers who has bought none of its tickets. The others
 * get one with their refund.
 */
export async function enqueueShowCancelledMails(
  tx: Tx,
  { showId, reason }: Omit<ShowCancelledMail, 'to'>,
  customers: readonly UserId[],
): Promise<void> {
  const payloads = sql`
    select ${payloadTo(sql`customer.user_id`, { showId, reason })} from unnest(${customers}::int[]) as customer (user_id)
    where not exists (
      select from tickets
      where event_show_id = ${showId} and tickets.user_id = customer.user_id and state = 'BOUGHT')`
  await enqueueMailsToMany(tx, 'send-show-cancelled', payloads)
}

/** Enqueues one mail about a cancelled show to each person who has received one of these refunded tickets. */
export async function enqueueHolderMails(
  tx: Tx,
  { showId, reason }: Omit<ShowCancelledMail, 'to'>,
  ticketIds: readonly TicketId[],
): Promise<void> {
  const payloads = sql`
    select distinct ${payloadTo(sql`holder_id`, { showId, reason })} from tickets
    where id = any(${ticketIds}::int[]) and holder_id is not null`
  await enqueueMailsToMany(tx, 'send-show-cancelled', payloads)
}

/** Reads the ended reservations that a customer had of a cancelled show, and the tickets received from others. */
export function selectEndedReservations(db: Db, { to, showId }: ShowCancelledMail) {
  return selectFromMailedTickets(db)
    .where('tickets.event_show_id', '=', showId)
    .where(
      sql<boolean>`(tickets.holder_id = ${to}
        or tickets.user_id = ${to} and tickets.state = 'RESERVED' and tickets.reserved_until >= event_shows.cancelled_at)`,
    )
    .execute()
}

/** Reads the tickets and reservations that a customer bought or received of a show. */
export function selectTicketsToTellOf(db: Db, { to, showId }: ShowChangeMail) {
  return selectFromMailedTickets(db)
    .where(isBoughtOrHeldBy(to))
    .where('tickets.event_show_id', '=', showId)
    .where(
      sql<boolean>`(tickets.state = 'BOUGHT' or tickets.state = 'RESERVED' and tickets.reserved_until > shop_now())`,
    )
    .execute()
}
