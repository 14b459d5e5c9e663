import { type ExpressionBuilder, type ExpressionWrapper, sql, type SqlBool } from 'kysely'
import type { Paged, Paging } from '#contract/fields.ts'
import type { Ticket, TicketRefund, ViewedTicket } from '#contract/tickets.ts'
import type { ShowId, TicketId, UserId } from '#domain/ids.ts'
import type { LiveTicketState } from '#domain/tickets/ticket-states.ts'
import type { Db, Tx } from '#server/db/connection.ts'
import { now } from '#server/db/now.ts'
import { pageOf } from '#server/db/paged.ts'
import type { Schema } from '#server/db/schema.ts'
import { oneOf } from '#server/db/one-of.ts'
import { leftToRefundOf } from '#server/features/orders/payments/dispute-shares.sql.ts'

/** Requires that a ticket holds its place: bought, or reserved and not expired. */
export const isLive = (row: ExpressionBuilder<Schema, 'tickets'>) => {
  const isLiveIn: Record<LiveTicketState, ExpressionWrapper<Schema, 'tickets', SqlBool>> = {
    BOUGHT: row('tickets.state', '=', 'BOUGHT'),
    RESERVED: row.and([row('tickets.state', '=', 'RESERVED'), row('tickets.reserved_until', '>', now)]),
  }
  return row.or(Object.values(isLiveIn))
}

/** The tickets that are read at once. */
export const MAX_TICKETS = 1_000

type TicketFilter = {
  /** Undefined for the tickets of all customers with the given ids. */
  userId: UserId | undefined
  showId?: ShowId | undefined
  state?: LiveTicketState | undefined
  ids?: readonly TicketId[]
}
type OwnTicketFilter = TicketFilter & { userId: UserId }

function liveTickets(db: Db | Tx, { userId, showId, state, ids }: TicketFilter) {
  return db
    .selectFrom('tickets')
    .where(isLive)
    .$if(userId !== undefined, (query) =>
      query.where(({ or, eb }) =>
        or([eb('tickets.user_id', '=', userId ?? null), eb('tickets.holder_id', '=', userId ?? null)]),
      ),
    )
    .$if(showId !== undefined, (query) => query.where('tickets.event_show_id', '=', showId as ShowId))
    .$if(state !== undefined, (query) => query.where('tickets.state', '=', state ?? 'BOUGHT'))
    .$if(ids !== undefined, (query) => query.where('tickets.id', '=', oneOf(ids ?? [])))
}

/** Orders tickets: upcoming shows soonest first, then past shows latest first. */
const inOrderOfShows = sql`
  event_shows.starts_at <= ${now}, abs(extract(epoch from event_shows.starts_at - ${now})),
  tickets.event_show_id, tickets.id`

/** The viewer of tickets that were just reserved, which nobody has handed on. */
const NOBODY = 0 as UserId

/**
 * Names the other person of a ticket that was handed on or is offered, by the first name: the receiver of the customer
 * may have given it to a third one. Null for most tickets.
 */
const handOver = (userId: UserId) =>
  [
    sql<string | null>`case when tickets.holder_id <> ${userId} then coalesce((
    select first_name from ticket_transfers join users on users.id = to_user
    where ticket_id = tickets.id and ticket_transfers.state = 'ACCEPTED' and from_user = ${userId}
    order by ticket_transfers.id desc limit 1), '') end`.as('givenTo'),
    sql<string | null>`(
    select first_name from ticket_transfers join users on users.id = from_user
    where ticket_id = tickets.id and ticket_transfers.state = 'ACCEPTED' and tickets.holder_id = ${userId}
    order by ticket_transfers.id desc limit 1)`.as('receivedFrom'),
    sql<string | null>`(
    select to_email from ticket_transfers
    where ticket_id = tickets.id and ticket_transfers.state = 'OFFERED' and tickets.state = 'BOUGHT'
      and coalesce(tickets.holder_id, tickets.user_id) = ${userId})`.as('offeredTo'),
  ] as const

function selectFromLiveTickets(db: Db | Tx, filter: TicketFilter) {
  return liveTickets(db, filter)
    .innerJoin('event_shows', 'event_shows.id', 'tickets.event_show_id')
    .innerJoin('events', 'events.id', 'event_shows.event_id')
    .innerJoin('locations', 'locations.id', 'event_shows.location_id')
    .innerJoin('places', 'places.id', 'tickets.place_id')
    .innerJoin('sectors', 'sectors.id', 'places.sector_id')
    .leftJoinLateral(
      (query) =>
        query
          .selectFrom('payments')
          .select(({ fn }) => ['payments.id', fn.coalesce('payments.due_at', 'payments.pay_until').as('due_at')])
          .whereRef('payments.pending_order_id', '=', 'tickets.pending_order_id')
          .orderBy('payments.id', 'desc')
          .limit(1)
          .as('payment'),
      (join) => join.onTrue(),
    )
    .select([
      'tickets.id',
      'tickets.price',
      'tickets.place_id as placeId',
      'tickets.state',
      'tickets.place_type as placeType',
      'payment.id as paymentId',
      'payment.due_at as payUntil',
      'tickets.reserved_until as reservedUntil',
      'tickets.refundable_until as refundableUntil',
      'places.row_name as rowName',
      'places.seat_number as seatNumber',
      'places.kind as placeKind',
      'sectors.name as sectorName',
      'event_shows.id as showId',
      'event_shows.name as showName',
      'event_shows.starts_at as startTime',
      'events.title as eventTitle',
      'locations.name as locationName',
      'locations.time_zone as timeZone',
      ...handOver(filter.userId ?? NOBODY),
    ])
    .orderBy(inOrderOfShows)
    .$narrowType<{ state: LiveTicketState }>()
}

type TicketRow = Awaited<ReturnType<ReturnType<typeof selectFromLiveTickets>['executeTakeFirstOrThrow']>>

function ticketOf(row: TicketRow): Ticket {
  return {
    id: row.id,
    price: row.price,
    placeId: row.placeId,
    ticketState: row.state,
    placeType: row.placeType,
    seatingPlanRowName: row.rowName,
    seatingPlanSectorName: row.sectorName,
    seatNumber: row.seatNumber,
    ...(row.placeKind && { placeKind: row.placeKind }),
    reservedUntil: row.state === 'RESERVED' ? (row.payUntil ?? row.reservedUntil) : null,
    ...(row.paymentId !== null && { paymentId: row.paymentId }),
    ...(row.refundableUntil && { refundableUntil: row.refundableUntil }),
    ...(row.givenTo !== null && { givenTo: row.givenTo }),
    ...(row.receivedFrom !== null && { receivedFrom: row.receivedFrom }),
    ...(row.offeredTo !== null && { offeredTo: row.offeredTo }),
    eventShow: {
      id: row.showId,
      name: row.showName,
      startTime: row.startTime,
      eventTitle: row.eventTitle,
      locationName: row.locationName,
      timeZone: row.timeZone,
    },
  }
}

/** Hides the price of a ticket from the person who has received it. */
export function asViewed(ticket: Ticket): ViewedTicket {
  return ticket.receivedFrom === undefined ? ticket : { ...ticket, price: null }
}

/** Reads up to 1,000 live tickets of a customer: upcoming shows soonest first, then past shows latest first. */
export async function selectTickets(db: Db | Tx, filter: OwnTicketFilter): Promise<Ticket[]> {
  return (await selectFromLiveTickets(db, filter).limit(MAX_TICKETS).execute()).map(ticketOf)
}

/** Lists all live tickets of a customer by id. */
export async function selectTicketIds(db: Db, filter: OwnTicketFilter): Promise<TicketId[]> {
  return (await liveTickets(db, filter).select('tickets.id').orderBy('tickets.id').execute()).map(({ id }) => id)
}

/** Reads the live tickets with these ids, whoever holds them, by id. */
export async function selectTicketsById(tx: Tx, ids: readonly TicketId[]): Promise<Map<TicketId, Ticket>> {
  const rows = await selectFromLiveTickets(tx, { userId: undefined, ids }).execute()
  return new Map(rows.map((row) => [row.id, ticketOf(row)]))
}

/**
 * The refund of a ticket that the customer bought. Null for a reserved one, for one of another buyer, and for one that
 * another person can use.
 */
const refundFor = (userId: UserId) =>
  sql<TicketRefund | null>`(
  select json_build_object(
    'amount', least(invoice_items.price, coalesce(${leftToRefundOf('invoices.id')}, invoice_items.price)),
    'points', invoice_items.points,
    'paymentType', invoices.payment_type,
    'paidBy', invoices.paid_by)
  from invoices
  join invoice_items on invoice_items.invoice_id = invoices.id and invoice_items.ticket_id = tickets.id
  where invoices.id = tickets.invoice_id and tickets.state = 'BOUGHT' and tickets.user_id = ${userId}
    and (tickets.holder_id is null or event_shows.ends_at <= shop_now()))`.as('refund')

/**
 * Reads one page of a customer's live tickets, in the order of `selectTickets`, as the customer sees them. Joins what
 * belongs to a ticket for those of the page alone, because a customer may have thousands. Leaves out tickets that are
 * given up meanwhile.
 */
export async function selectPagedTickets(
  db: Db,
  filter: OwnTicketFilter,
  paging: Paging,
): Promise<Paged<ViewedTicket>> {
  // A left join, which is left out where they are counted.
  const order = liveTickets(db, filter)
    .leftJoin('event_shows', 'event_shows.id', 'tickets.event_show_id')
    .select('tickets.id')
    .orderBy(inOrderOfShows)
  const { total, elements } = await pageOf(order, paging)
  if (elements.length === 0) return { total, elements: [] }
  const page = { ...filter, ids: elements.map(({ id }) => id) }
  const rows = await selectFromLiveTickets(db, page).select(refundFor(filter.userId)).execute()
  return {
    total,
    elements: rows.map(({ refund: made, ...row }) => ({ ...asViewed(ticketOf(row)), ...(made && { refund: made }) })),
  }
}

/** Tells whether the customer still holds one of the tickets, reserved or bought. */
export async function isOneLive(tx: Tx, userId: UserId, tickets: readonly Ticket[]): Promise<boolean> {
  const ids = tickets.map(({ id }) => id as TicketId)
  const live = await liveTickets(tx, { userId, ids }).select('tickets.id').limit(1).executeTakeFirst()
  return live !== undefined
}

/** Reads a ticket's owner, place and state without a lock. */
export function selectTicket(tx: Tx, ticketId: TicketId) {
  return tx
    .selectFrom('tickets')
    .select([
      'id',
      'user_id as userId',
      'event_show_id as showId',
      'place_id as placeId',
      'place_type as placeType',
      'state',
      'holder_id as holderId',
      'pending_order_id as pendingOrderId',
      'refund_invoice_id as refundInvoiceId',
    ])
    .where('id', '=', ticketId)
    .executeTakeFirst()
}

type TicketLock = {
  /** Locks tickets of these customers alone. */
  owners?: readonly UserId[]
  /** Leaves out tickets that another transaction has locked, instead of waiting for it. */
  isFreeOnly?: boolean
}

/**
 * Locks tickets in the lock order. Reads no joined tables, because joined rows are not read again after a lock wait.
 */
export function lockTickets(tx: Tx, ticketIds: readonly TicketId[], { owners, isFreeOnly = false }: TicketLock = {}) {
  return tx
    .selectFrom('tickets')
    .select([
      'id',
      'user_id as userId',
      'event_show_id as showId',
      'place_id as placeId',
      'place_type as placeType',
      'state',
      'holder_id as holderId',
      'refund_invoice_id as refundInvoiceId',
    ])
    .where('id', '=', oneOf(ticketIds))
    .$if(owners !== undefined, (query) => query.where('user_id', '=', oneOf(owners ?? [])))
    .orderBy('event_show_id')
    .orderBy('place_id')
    .orderBy('id')
    .forUpdate()
    .$if(isFreeOnly, (query) => query.skipLocked())
    .execute()
}
