import { sql } from 'kysely'
import type { InvoiceId, OrderId, TicketId, UserId } from '#domain/ids.ts'
import type { Db } from '#server/db/connection.ts'
import { now } from '#server/db/now.ts'
import { isHeldBy, selectFromMailedTickets } from '#server/features/mail/mailed-items.sql.ts'

export type PrintedTicketsFilter = {
  userId: UserId
  ticketId?: TicketId | undefined
  invoiceId?: InvoiceId | undefined
}

/** Selects bought tickets that a customer has: one, those of an order, or all of coming shows. */
function selectFromPrinted(db: Db, { userId, ticketId, invoiceId }: PrintedTicketsFilter) {
  const isForAll = ticketId === undefined && invoiceId === undefined
  return db
    .selectFrom('tickets')
    .innerJoin('event_shows', 'event_shows.id', 'tickets.event_show_id')
    .where(isHeldBy(userId))
    .where('tickets.state', '=', 'BOUGHT')
    .$if(ticketId !== undefined, (query) => query.where('tickets.id', '=', ticketId as TicketId))
    .$if(invoiceId !== undefined, (query) => query.where('tickets.invoice_id', '=', invoiceId as InvoiceId))
    .$if(isForAll, (query) => query.where('event_shows.ends_at', '>', now))
}

/** Counts tickets to print, and those whose live codes cannot be printed. */
export function countTicketsToPrint(db: Db, filter: PrintedTicketsFilter) {
  return selectFromPrinted(db, filter)
    .select([
      sql<number>`(count(*) filter (where not live_codes))::int`.as('total'),
      sql<number>`(count(*) filter (where live_codes))::int`.as('live'),
    ])
    .executeTakeFirstOrThrow()
}

/** Reads the first tickets to print, those of the soonest show first. */
export function selectTicketsToPrint(db: Db, filter: PrintedTicketsFilter, limit: number) {
  const printed = selectFromPrinted(db, filter)
    .where('event_shows.live_codes', '=', false)
    .select('tickets.id')
    .orderBy('event_shows.starts_at')
    .orderBy('event_shows.id')
    .orderBy('tickets.place_id')
    .orderBy('tickets.id')
    .limit(limit)
  return selectFromMailedTickets(db).where('tickets.id', 'in', printed).execute()
}

/**
 * Reads the buyer of an order. A guest is a user without an address: also a customer who has deleted the account, whose
 * tickets stay valid and have no page any more. Undefined if there is no such order.
 */
export function selectBuyerOfOrder(db: Db, id: OrderId) {
  return db
    .selectFrom('orders')
    .innerJoin('users', 'users.id', 'orders.user_id')
    .select([
      'orders.user_id as userId',
      'orders.invoice_id as invoiceId',
      sql<boolean>`users.email = ''`.as('isGuest'),
    ])
    .where('orders.id', '=', id)
    .executeTakeFirst()
}
