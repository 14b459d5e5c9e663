import { sql } from 'kysely'
import type { Cancellation } from '#contract/cancellations.ts'
import type { SoldTicket } from '#domain/shows/cancelled-show.ts'
import type { InvoiceId, PlaceId, ShowId, TicketId, UserId } from '#domain/ids.ts'
import type { Cents } from '#domain/money.ts'
import type { PlaceType } from '#domain/tickets/places.ts'
import type { Db, Tx } from '#server/db/connection.ts'
import { enqueue } from '#server/db/jobs.sql.ts'
import { publishAfterCommit, publishEntryAfterCommit } from '#server/db/publish-after-commit.ts'
import { waitForUsers } from '#server/db/show-turns.sql.ts'

export type CancelledShow = { showId: ShowId }

const keyOf = ({ showId }: CancelledShow) => `refund-cancelled-show ${showId}`

/** Enqueues the job that refunds a cancelled show. */
export function enqueueRefunds(db: Db | Tx, { showId }: CancelledShow): Promise<void> {
  return enqueue(db, 'refund-cancelled-show', { showId }, keyOf({ showId }))
}

/** Selects cancelled shows to refund whose job is neither waiting nor at work. A run lasts less than a minute. */
export async function selectStoppedCancellations(db: Db): Promise<CancelledShow[]> {
  const { rows } = await sql<CancelledShow>`
    select id as "showId" from event_shows
    where cancelled_at is not null and cancellation_done_at is null and not exists (
      select from graphile_worker.jobs
      where key = 'refund-cancelled-show ' || event_shows.id and attempts < max_attempts
        and (locked_at is null or locked_at > now() - interval '1 minute'))
    order by id`.execute(db)
  return rows
}

/** Locks a show before its cancellation. Reservations under way continue. Undefined for an unknown show. */
export function lockShow(tx: Tx, showId: ShowId) {
  return tx
    .selectFrom('event_shows')
    .select(['name', 'version', 'cancelled_at as cancelledAt', sql<boolean>`ends_at <= shop_now()`.as('hasEnded')])
    .where('id', '=', showId)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

export async function markCancelled(tx: Tx, showId: ShowId, reason: string): Promise<void> {
  await tx
    .updateTable('event_shows')
    .set({ cancelled_at: sql<Date>`shop_now()`, cancel_reason: reason, version: sql<number>`version + 1` })
    .where('id', '=', showId)
    .execute()
  publishEntryAfterCommit(tx, [showId])
}

/** Reads why a cancelled show was cancelled. */
export async function selectCancelReason(tx: Tx, showId: ShowId): Promise<string> {
  const { reason } = await tx
    .selectFrom('event_shows')
    .select('cancel_reason as reason')
    .where('id', '=', showId)
    .executeTakeFirstOrThrow()
  return reason ?? ''
}

/** Marks a cancellation as done, unless a ticket is still sold or a reservation lives. */
export async function markDone(db: Db, { showId }: CancelledShow): Promise<void> {
  await sql`
    update event_shows set cancellation_done_at = shop_now()
    where id = ${showId} and cancellation_done_at is null and not exists (
      select from tickets
      where event_show_id = ${showId} and (state = 'BOUGHT' or state = 'RESERVED' and reserved_until > shop_now()))
  `.execute(db)
}

/**
 * Waits for transactions that are reserving places of a show: each keeps the show (`keepShow`) before it looks whether
 * the show is cancelled. Later ones see that it is.
 */
export function waitForReservations(tx: Tx, { showId }: CancelledShow): Promise<void> {
  return waitForUsers(tx, showId)
}

/** Locks all standing places of a show that hold tickets, in the lock order. */
export async function lockStandingPlaces(tx: Tx, { showId }: CancelledShow): Promise<void> {
  await tx
    .selectFrom('standing_occupancies')
    .select('place_id')
    .where('event_show_id', '=', showId)
    .orderBy('place_id')
    .forNoKeyUpdate()
    .execute()
}

/**
 * Ends the live reservations and holds of a show now, and returns the customers. Waits for orders of them. The rows
 * stay for a day like those of other expired reservations, so that orders of them learn of the cancellation.
 */
export async function endReservations(tx: Tx, { showId }: CancelledShow): Promise<UserId[]> {
  const { rows } = await sql<{ userId: UserId | null; placeId: PlaceId }>`
    with held as (
      select id from tickets
      where event_show_id = ${showId} and state = 'RESERVED' and reserved_until > shop_now()
        and pending_order_id is null
      order by place_id, id for update)
    update tickets set reserved_until = shop_now(), client_network = null from held where tickets.id = held.id
    returning user_id as "userId", place_id as "placeId"`.execute(tx)
  publishAfterCommit(
    tx,
    rows.map(({ placeId }) => ({ showId, placeId })),
  )
  return [...new Set(rows.flatMap(({ userId }) => userId ?? []))]
}

/** Selects some invoices with bought tickets of a show, and their customers. */
export async function selectInvoicesToRefund(
  tx: Tx,
  showId: ShowId,
  limit: number,
): Promise<{ invoiceId: InvoiceId; userId: UserId }[]> {
  const { rows } = await sql<{ invoiceId: InvoiceId; userId: UserId }>`
    select distinct invoice_id as "invoiceId", user_id as "userId" from tickets
    where event_show_id = ${showId} and state = 'BOUGHT' order by 1 limit ${limit}`.execute(tx)
  return rows
}

/** Locks the tickets of a show on these invoices that are still bought, in the lock order. */
export async function lockBoughtTickets(tx: Tx, showId: ShowId, invoiceIds: readonly InvoiceId[]): Promise<TicketId[]> {
  const { rows } = await sql<{ id: TicketId }>`
    select id from tickets
    where event_show_id = ${showId} and state = 'BOUGHT' and invoice_id = any(${invoiceIds}::int[])
    order by place_id, id for update`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Reads locked tickets with their lines on the invoices and the customers of these. */
export async function selectSoldTickets(tx: Tx, ticketIds: readonly TicketId[]): Promise<SoldTicket[]> {
  const { rows } = await sql<SoldTicket>`
    select tickets.id as "ticketId", tickets.user_id as "userId", tickets.invoice_id as "invoiceId",
      tickets.place_id as "placeId", tickets.place_type as "placeType", invoice_items.name, invoice_items.price,
      invoice_items.vat_percent as "vatPercent", invoice_items.points, tickets.missing_points as "missingPoints",
      greatest(starts_at, refundable_until) as "countsFrom",
      greatest(starts_at, refundable_until) <= shop_now() as "isCounted",
      json_build_object('firstName', customer_first_name, 'lastName', customer_last_name, 'address', customer_address)
        as customer
    from tickets
    join event_shows on event_shows.id = tickets.event_show_id
    join invoices on invoices.id = tickets.invoice_id
    join invoice_items on invoice_items.invoice_id = invoices.id and invoice_items.ticket_id = tickets.id
    where tickets.id = any(${ticketIds}::int[])
    order by tickets.id`.execute(tx)
  return rows
}

/** Frees the room of standing tickets. Their places must be locked. */
export async function vacatePlaces(
  tx: Tx,
  showId: ShowId,
  freed: readonly { placeId: PlaceId; placeType: PlaceType }[],
): Promise<void> {
  const standing = freed.filter(({ placeType }) => placeType === 'STANDING').map(({ placeId }) => placeId)
  if (standing.length === 0) return
  await sql`
    update standing_occupancies set occupied = occupied - freed.count
    from (select place_id, count(*) as count from unnest(${standing}::int[]) as place_id group by 1) as freed
    where event_show_id = ${showId} and standing_occupancies.place_id = freed.place_id`.execute(tx)
}

type Row = Omit<Cancellation, 'open' | 'refunded' | 'show' | 'cancelledAt' | 'doneAt'> & {
  id: ShowId
  name: string
  eventTitle: string
  locationName: string
  startTime: Date
  timeZone: string
  cancelledAt: Date | null
  doneAt: Date | null
  tickets: number
  customers: number
  unreachable: number
  total: Cents
  refundedTickets: number
  refundedTotal: Cents
}

/** Reads what the cancellation of a show takes, and how far it is. Undefined for an unknown show. */
export async function selectCancellation(db: Db | Tx, showId: ShowId): Promise<Cancellation | undefined> {
  const { rows } = await sql<Row>`
    select event_shows.id, event_shows.name, events.title as "eventTitle", locations.name as "locationName",
      event_shows.starts_at as "startTime", locations.time_zone as "timeZone",
      event_shows.ends_at <= shop_now() as "hasEnded", cancelled_at as "cancelledAt", cancel_reason as reason, cancellation_done_at as "doneAt",
      sold.tickets, sold.customers, sold.unreachable, sold.total, sold.reservations, people.mailed,
      refunded.tickets as "refundedTickets", refunded.total as "refundedTotal"
    from event_shows
    join events on events.id = event_id
    join locations on locations.id = location_id
    cross join lateral (
      select count(*) filter (where state = 'BOUGHT') as tickets,
        count(distinct user_id) filter (where state = 'BOUGHT') as customers,
        count(distinct user_id) filter (where state = 'BOUGHT' and email = '') as unreachable,
        coalesce(sum(price) filter (where state = 'BOUGHT'), 0) as total,
        count(*) filter (where state = 'RESERVED' and reserved_until > shop_now()) as reservations
      from tickets left join users on users.id = user_id
      where event_show_id = event_shows.id and state in ('BOUGHT', 'RESERVED')
    ) as sold
    cross join lateral (
      select count(distinct users.id) as mailed
      from tickets join users on users.id in (user_id, holder_id)
      where event_show_id = event_shows.id and email <> ''
        and (state = 'BOUGHT' or state = 'RESERVED' and reserved_until > shop_now())
    ) as people
    cross join lateral (
      select count(*) as tickets, coalesce(sum(price), 0) as total
      from tickets join invoices on invoices.id = tickets.refund_invoice_id
      where event_show_id = event_shows.id and state = 'REFUNDED' and issued_at >= cancelled_at
    ) as refunded
    where event_shows.id = ${showId}`.execute(db)
  const [row] = rows
  if (!row) return undefined
  const { id, name, eventTitle, locationName, startTime, timeZone } = row
  return {
    show: { id, name, eventTitle, locationName, startTime, timeZone },
    hasEnded: row.hasEnded,
    cancelledAt: row.cancelledAt,
    reason: row.reason,
    doneAt: row.doneAt,
    open: { tickets: row.tickets, customers: row.customers, unreachable: row.unreachable, total: row.total },
    reservations: row.reservations,
    mailed: row.mailed,
    refunded: { tickets: row.refundedTickets, total: row.refundedTotal },
  }
}
