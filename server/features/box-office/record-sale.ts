import type { InvoiceId, OrderId, TicketId, UserId } from '#domain/ids.ts'
import { ticketText } from '#domain/accounting/invoices.ts'
import { costOf, itemOfTicket, latestStart, MAX_ORDER_TOTAL } from '#domain/orders.ts'
import type { PaymentType } from '#domain/payments/payment-types.ts'
import { placesText } from '#domain/tickets/places.ts'
import { problem } from '#domain/problem.ts'
import { endOfRefund } from '#domain/tickets/refund-rights.ts'
import { showNameOf } from '#domain/shows/show-name.ts'
import { logChange } from '#server/db/change-log.sql.ts'
import type { Tx } from '#server/db/connection.ts'
import { fingerprintOf } from '#server/db/idempotent-request.ts'
import type { Settings } from '#server/settings/env.ts'
import { insertInvoice } from '#server/features/invoices/invoices.sql.ts'
import { enqueueInvoiceMail } from '#server/features/mail/mail.sql.ts'
import { insertOrders } from '#server/features/orders/orders.sql.ts'
import { insertPointsEntries } from '#server/features/points/points.sql.ts'
import { selectTicketsOnOrder, updateTicketsBought } from '#server/features/tickets/tickets-on-order.sql.ts'

type Sale = {
  by: UserId
  userId: UserId
  /** Whether the buyer has an account, which gets points and mails. */
  hasAccount: boolean
  customer: { firstName: string; lastName: string; address: string }
  /** Reservations that this transaction has locked or made. */
  ticketIds: readonly TicketId[]
  paymentType: PaymentType | undefined
  /** The total that staff saw, in cents. */
  expectedTotal: number | undefined
  isMailed: boolean
  /** Points that a refund in the same step could not withdraw. Each ticket earns as many less. */
  missingPoints?: number
  reason?: string | undefined
}

/** Sells locked reservations at the desk: invoice, order, points, mail, and an entry in the log. */
export async function recordSale(
  tx: Tx,
  { seller }: Pick<Settings, 'seller'>,
  sale: Sale,
): Promise<{ id: InvoiceId; orderId: OrderId }> {
  const { by, userId, hasAccount, customer, ticketIds, expectedTotal, reason, missingPoints = 0 } = sale
  const tickets = await selectTicketsOnOrder(tx, ticketIds)
  const items = tickets.map((ticket) => {
    const item = itemOfTicket(ticketText(ticket), ticket.price, ticket.vatPercent)
    const points = hasAccount ? Math.max(0, item.points - missingPoints) : 0
    return { ...item, points, ticketId: ticket.id, countsFrom: endOfRefund(ticket) }
  })
  const { total } = costOf(items)
  if (total > MAX_ORDER_TOTAL) throw problem('order_too_large', { limit: MAX_ORDER_TOTAL })
  if ((expectedTotal ?? total) !== total) throw problem('prices_changed', { total, points: 0 })
  if (total > 0 && !sale.paymentType) throw problem('payment_type_missing')

  const paymentType = total > 0 ? (sale.paymentType ?? null) : null
  const [first] = tickets
  if (!first) throw new Error('A sale needs a ticket.')
  const id = await insertInvoice(tx, {
    ...{ type: 'NORMAL', userId, customer, seller, total, paymentType, deliveryAt: latestStart(tickets) },
    items,
  })
  const itemsFingerprint = fingerprintOf([ticketIds.toSorted((one, other) => one - other), []])
  const [orderId] = await insertOrders(tx, [{ userId, invoiceId: id, total, paymentType, itemsFingerprint }])
  if (orderId === undefined) throw new Error('The order was not written.')
  await updateTicketsBought(
    tx,
    ticketIds.map((ticketId) => ({ ticketId, invoiceId: id })),
  )
  await insertPointsEntries(
    tx,
    items.map(({ points, ticketId, countsFrom }) => ({
      ...{ userId, invoiceId: id, points, ticketId, reason: 'TICKET', countsFrom },
    })),
  )
  if (hasAccount && sale.isMailed) {
    await enqueueInvoiceMail(tx, { template: 'order-confirmation', to: userId, hasTickets: true, invoiceId: id })
  }
  await logChange(tx, {
    by,
    action: 'SOLD',
    record: { kind: 'ORDER', id: orderId, name: showNameOf({ eventTitle: first.eventTitle, name: first.showName }) },
    changes: [
      { field: 'places', from: null, to: placesText(tickets) },
      { field: 'total', from: null, to: total },
      { field: 'paymentType', from: null, to: paymentType },
    ],
    ...(reason && { reason }),
  })
  return { id, orderId }
}
