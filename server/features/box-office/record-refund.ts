import type { InvoiceId, PlaceId, ShowId, TicketId, UserId } from '#domain/ids.ts'
import type { PlaceType } from '#domain/tickets/places.ts'
import { problem } from '#domain/problem.ts'
import { endOfRefund, isRefundable } from '#domain/tickets/refund-rights.ts'
import { refundedPoints } from '#domain/tickets/ticket-points.ts'
import type { Tx } from '#server/db/connection.ts'
import type { Settings } from '#server/settings/env.ts'
import { insertInvoice, type selectSale } from '#server/features/invoices/invoices.sql.ts'
import { insertRefunds } from '#server/features/orders/payments/insert-refunds.sql.ts'
import { enqueueHolderNews } from '#server/features/mail/holder-news/holder-news.sql.ts'
import { insertPointsEntries, selectPointsBalance } from '#server/features/points/points.sql.ts'
import { vacateStanding } from '#server/features/tickets/standing.sql.ts'
import { updateTicketsRefunded } from '#server/features/tickets/refunded-tickets.sql.ts'

type Refund = {
  userId: UserId
  /** A bought ticket that is locked, after its customer and its standing place. */
  ticket: { id: TicketId; showId: ShowId; placeId: PlaceId; placeType: PlaceType }
  sale: Awaited<ReturnType<typeof selectSale>>
}

/**
 * Refunds a locked ticket: writes a CANCEL invoice that mirrors its line, frees the place, withdraws the points and
 * mails its receiver. Points that count already may be spent, so at most the balance is withdrawn, and the line says
 * how many. A ticket that moved earned less than its price for points that were spent before: these are withdrawn now,
 * if the balance has them again. Returns the invoice and the points that could not be withdrawn. Throws
 * `payment_disputed` while a dispute of the payment blocks refunds.
 */
export async function recordRefund(
  tx: Tx,
  { seller }: Pick<Settings, 'seller'>,
  { userId, ticket, sale }: Refund,
): Promise<{ id: InvoiceId; missingPoints: number }> {
  if (sale.isDisputed) throw problem('payment_disputed')
  const left = isRefundable(sale, sale.now) ? sale.points : Math.max(0, await selectPointsBalance(tx, userId))
  const { withdrawn: points, missing: missingPoints } = refundedPoints(sale, left)
  const invoiceId = await insertInvoice(tx, {
    ...{ type: 'CANCEL', userId, customer: sale, seller, total: sale.price, paymentType: null },
    cancels: sale.invoiceId,
    items: [{ ...sale, points, quantity: 1, usePoints: false, ticketId: ticket.id }],
  })
  await insertRefunds(tx, [invoiceId])
  await updateTicketsRefunded(tx, [{ ticketId: ticket.id, refundId: invoiceId }])
  await enqueueHolderNews(tx, [ticket.id], 'REFUNDED')
  if (ticket.placeType === 'STANDING') await vacateStanding(tx, ticket)
  const entry = { userId, invoiceId, ticketId: ticket.id, points: -points, countsFrom: endOfRefund(sale) }
  await insertPointsEntries(tx, [{ ...entry, reason: 'TICKET_REFUND' }])
  return { id: invoiceId, missingPoints }
}
