import { sql } from 'kysely'
import type { z } from 'zod/mini'
import type { listAdminOrders } from '#contract/admin-orders.ts'
import type { OrderId, ShowId } from '#domain/ids.ts'
import type { Db } from '#server/db/connection.ts'
import { allOf, anyOf, containedIn, contains } from '#server/db/filters.ts'
import { pageOf } from '#server/db/paged.ts'
import { leftToRefundOf } from '#server/features/orders/payments/dispute-shares.sql.ts'

type Search = z.output<typeof listAdminOrders.query>

const CUSTOMER = sql`(invoices.customer_first_name || ' ' || invoices.customer_last_name)`

/** The name of a place as `placeText` of `domain/tickets/places.ts` writes it, without its kind. */
export const PLACE_NAME = sql<string>`sectors.name || case when places.row_name = '' then '' else
  ', ' || case when places.row_name ~* '^([a-z]{1,2}|[0-9]+)$' then 'row ' else '' end || places.row_name
  || ', seat ' || places.seat_number end`

const sorts = {
  newest: sql`orders.created_at desc`,
  oldest: sql`orders.created_at`,
  total: sql`orders.total desc`,
  name: sql`folded(${CUSTOMER})`,
}

function selectFromOrders(db: Db) {
  return db
    .selectFrom('orders')
    .innerJoin('invoices', 'invoices.id', 'orders.invoice_id')
    .innerJoin('users', 'users.id', 'orders.user_id')
    .select([
      'orders.id',
      'orders.created_at as createdAt',
      'orders.total',
      'orders.payment_type as paymentType',
      'invoices.paid_by as paidBy',
      'orders.user_id as userId',
      'invoices.id as invoiceId',
      'invoices.invoice_number as invoiceNumber',
      'invoices.customer_first_name as firstName',
      'invoices.customer_last_name as lastName',
      'users.email',
      sql<number>`(select count(*) from invoice_items where invoice_items.invoice_id = invoices.id)`.as('lines'),
    ])
}

/** Lists the orders that match. Each way to find one uses its own index. */
export function selectAdminOrders(db: Db, { text, showId, sort = 'newest', ...page }: Search) {
  const found = selectFromOrders(db)
    .where(allOf([matches(text, showId), ofShow(showId)]))
    .orderBy(sorts[sort])
    .orderBy('orders.id', 'desc')
  return pageOf(found, page)
}

function ofShow(showId: Search['showId']) {
  if (showId === undefined) return undefined
  return sql<boolean>`orders.invoice_id in (
    select tickets.invoice_id from tickets where tickets.event_show_id = ${showId} and tickets.invoice_id is not null)`
}

function matches(text: string | undefined, showId: Search['showId']) {
  const number = /^\s*#?(\d{1,9})\s*$/.exec(text ?? '')?.[1]
  const byName = containedIn(CUSTOMER, text)
  const byNumber = contains('invoices.invoice_number', text)
  const byEmail = contains('users.email', text)
  return anyOf([
    byName && sql<boolean>`orders.invoice_id in (select invoices.id from invoices where ${byName})`,
    byNumber && sql<boolean>`orders.invoice_id in (select invoices.id from invoices where ${byNumber})`,
    byEmail && sql<boolean>`orders.user_id in (select users.id from users where ${byEmail})`,
    number === undefined ? undefined : sql<boolean>`orders.id = ${Number(number)}`,
    showId === undefined ? undefined : ofPlace(text, showId),
  ])
}

/** Requires a ticket of a show that was sold for a place with this name, or has been moved there. */
function ofPlace(text: string | undefined, showId: ShowId) {
  const sold = containedIn(sql`invoice_items.name`, text)
  const present = containedIn(PLACE_NAME, text)
  if (!sold || !present) return undefined
  return sql<boolean>`(
    exists (select from invoice_items where invoice_items.invoice_id = orders.invoice_id and ${sold})
    or exists (select from tickets
      join places on places.id = tickets.place_id join sectors on sectors.id = places.sector_id
      where tickets.invoice_id = orders.invoice_id and tickets.event_show_id = ${showId} and ${present}))`
}

/** Reads an order. `leftToRefund`: what can still go back of its payment, null for one that no provider took. */
export function selectAdminOrder(db: Db, id: OrderId) {
  const left = leftToRefundOf('orders.invoice_id').as('leftToRefund')
  return selectFromOrders(db).select(left).where('orders.id', '=', id).executeTakeFirst()
}

/** Reads the tickets that an order sold, with their present places and states. */
export function selectOrderedTickets(db: Db, id: OrderId) {
  return db
    .selectFrom('tickets')
    .innerJoin('orders', 'orders.invoice_id', 'tickets.invoice_id')
    .innerJoin('event_shows', 'event_shows.id', 'tickets.event_show_id')
    .innerJoin('events', 'events.id', 'event_shows.event_id')
    .innerJoin('locations', 'locations.id', 'event_shows.location_id')
    .innerJoin('places', 'places.id', 'tickets.place_id')
    .innerJoin('sectors', 'sectors.id', 'places.sector_id')
    .leftJoin('invoices as refund', 'refund.id', 'tickets.refund_invoice_id')
    .select([
      'tickets.id',
      'tickets.place_id as placeId',
      'tickets.state',
      'tickets.price',
      'event_shows.id as showId',
      'event_shows.name as showName',
      'events.title as eventTitle',
      'event_shows.starts_at as startTime',
      'locations.time_zone as timeZone',
      'sectors.name as sectorName',
      'places.row_name as rowName',
      'places.seat_number as seatNumber',
      'places.kind',
      'refund.id as refundInvoiceId',
      'refund.invoice_number as refundInvoiceNumber',
      sql<boolean>`tickets.state = 'BOUGHT' and event_shows.ends_at > shop_now() and event_shows.cancelled_at is null`.as(
        'isMovable',
      ),
    ])
    .where('orders.id', '=', id)
    .orderBy('tickets.id')
    .execute()
}
