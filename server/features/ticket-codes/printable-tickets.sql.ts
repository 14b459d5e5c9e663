import { sql } from 'kysely'
import type { InvoiceId, OrderId, TicketId, UserId } from '#domain/ids.ts'
import type { Db } from '#server/db/connection.ts'
import { isHeldBy, selectFromMailedTickets } from '#server/features/mail/mailed-items.sql.ts'

export type PrintedTicketsFilter = {
  userId: UserId
  ticketId?: TicketId | undefined
  invoiceId?: InvoiceId | undefined
}

/** Reads bought tickets that a customer has: one, those of an order, or all of coming shows, soonest first. */
export function selectTicketsToPrint(db: Db, { userId, ticketId, invoiceId }: PrintedTicketsFilter) {
  const isForAll = ticketId === undefined && invoiceId === undefined
  return selectFromMailedTickets(db)
    .where(isHeldBy(userId))
    .where('tickets.state', '=', 'BOUGHT')
    .$if(ticketId !== undefined, (query) => query.where('tickets.id', '=', ticketId as TicketId))
    .$if(invoiceId !== undefined, (query) => query.where('tickets.invoice_id', '=', invoiceId as InvoiceId))
    .$if(isForAll, (query) => query.where('event_shows.ends_at', '>', sql<Date>`shop_now()`))
    .execute()
}

/** Reads the buyer of an order. A guest is a user without an address. Undefined if there is no such order. */
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
