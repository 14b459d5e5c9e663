import type { AdminOrder } from '#contract/admin-orders.ts'
import type { OrderId } from '#domain/ids.ts'
import { cents } from '#domain/money.ts'
import { placeText } from '#domain/tickets/places.ts'
import { problem } from '#domain/problem.ts'
import { showNameOf } from '#domain/shows/show-name.ts'
import type { Db } from '#server/db/connection.ts'
import { selectInvoiceOfAnyone } from '#server/features/invoices/invoices.sql.ts'
import { selectAdminOrder, selectOrderedTickets } from './admin-orders.sql.ts'

/** Reads an order with its invoice and the present state of its tickets. Throws `not_found`. */
export async function getAdminOrder(db: Db, id: OrderId): Promise<AdminOrder> {
  const found = await selectAdminOrder(db, id)
  const invoice = found && (await selectInvoiceOfAnyone(db, found.invoiceId))
  if (!invoice) throw problem('not_found', { what: 'order' })
  const { leftToRefund, ...order } = found
  const tickets = (await selectOrderedTickets(db, id)).map(({ eventTitle, showName, ...ticket }) => ({
    ...ticket,
    goesBack: cents(Math.min(ticket.price, leftToRefund ?? ticket.price)),
    place: placeText(ticket),
    showName: showNameOf({ eventTitle, name: showName }),
  }))
  return { ...order, invoice, tickets }
}
