import { sql } from 'kysely'
import type { InvoiceId, TicketId, UserId } from '#domain/ids.ts'
import type { Db } from '#server/db/connection.ts'
import { oneOf } from '#server/db/one-of.ts'
import { isTicketUsed } from '#server/features/entry/scans.sql.ts'
import { servingGates } from '#server/features/entry/serving-gates.sql.ts'

/** Selects tickets with their shows and places, by show and place. */
export function selectFromMailedTickets(db: Db) {
  return db
    .selectFrom('tickets')
    .innerJoin('event_shows', 'event_shows.id', 'tickets.event_show_id')
    .innerJoin('events', 'events.id', 'event_shows.event_id')
    .innerJoin('locations', 'locations.id', 'event_shows.location_id')
    .innerJoin('places', 'places.id', 'tickets.place_id')
    .innerJoin('sectors', 'sectors.id', 'places.sector_id')
    .leftJoin('invoices', 'invoices.id', 'tickets.invoice_id')
    .select([
      'tickets.id',
      'tickets.place_id as placeId',
      'tickets.issue',
      'tickets.user_id as userId',
      'tickets.holder_id as holderId',
      'tickets.price',
      'tickets.state',
      'tickets.invoice_id as invoiceId',
      'invoices.invoice_number as invoiceNumber',
      'tickets.refundable_until as refundableUntil',
      'event_shows.id as showId',
      'event_shows.name as showName',
      'event_shows.starts_at as startsAt',
      'event_shows.ends_at as endsAt',
      'event_shows.version as showVersion',
      'event_shows.cancelled_at as cancelledAt',
      'event_shows.live_codes as hasLiveCodes',
      'events.title as eventTitle',
      'locations.name as locationName',
      'locations.address',
      'locations.postal_code as postalCode',
      'locations.city',
      'locations.time_zone as timeZone',
      'sectors.name as sectorName',
      'places.row_name as rowName',
      'places.seat_number as seatNumber',
      'places.kind',
      servingGates.as('gateNames'),
      isTicketUsed.as('isUsed'),
    ])
    .orderBy('event_shows.starts_at')
    .orderBy('event_shows.id')
    .orderBy('places.id')
    .orderBy('tickets.id')
}

/** Reads the tickets that an invoice sells or refunds. */
export function selectTicketsOfInvoice(db: Db, invoiceId: InvoiceId) {
  return selectFromMailedTickets(db)
    .where((where) =>
      where.or([where('tickets.invoice_id', '=', invoiceId), where('tickets.refund_invoice_id', '=', invoiceId)]),
    )
    .execute()
}

/** Requires that a customer has the ticket: as its receiver, or as its buyer who kept it. Each has an index. */
export const isHeldBy = (userId: UserId) =>
  sql<boolean>`(tickets.holder_id = ${userId} or tickets.user_id = ${userId} and tickets.holder_id is null)`

/** Reads those of some tickets that are bought and that a customer has. */
export function selectHeldTickets(db: Db, userId: UserId, ids: readonly TicketId[]) {
  return selectFromMailedTickets(db)
    .where(isHeldBy(userId))
    .where('tickets.id', '=', oneOf(ids))
    .where('tickets.state', '=', 'BOUGHT')
    .execute()
}

/** Reads a bought ticket that a customer has. Undefined for any other ticket. */
export function selectBoughtTicket(db: Db, userId: UserId, id: TicketId) {
  return selectFromMailedTickets(db)
    .where(isHeldBy(userId))
    .where('tickets.id', '=', id)
    .where('tickets.state', '=', 'BOUGHT')
    .executeTakeFirst()
}

/** Reads all tickets of the orders and shows of some tickets, refunded ones too: those of their calendar entries. */
export function selectTicketsOfEntries(db: Db, tickets: readonly Pick<MailedTicket, 'showId' | 'invoiceId'>[]) {
  const sold = tickets.filter(({ invoiceId }) => invoiceId !== null)
  return selectFromMailedTickets(db)
    .where(
      sql<boolean>`(tickets.event_show_id, tickets.invoice_id) in (
        select * from unnest(${sold.map(({ showId }) => showId)}::int[], ${sold.map(({ invoiceId }) => invoiceId)}::int[]))`,
    )
    .execute()
}

export type MailedTicket = Awaited<ReturnType<typeof selectTicketsOfInvoice>>[number]

/** Reads the merchandise on an invoice. `points`: the cost of one piece that was paid with points. */
export function selectProductsOfInvoice(db: Db, invoiceId: InvoiceId) {
  return db
    .selectFrom('invoice_items')
    .select(['name', 'quantity', 'price', 'use_points as usePoints', 'points'])
    .where('invoice_id', '=', invoiceId)
    .where('merchandise_product_id', 'is not', null)
    .orderBy('id')
    .execute()
}

export type MailedProduct = Awaited<ReturnType<typeof selectProductsOfInvoice>>[number]
