import type { InvoiceId, TicketId, UserId } from '#domain/ids.ts'
import { problem } from '#domain/problem.ts'
import { hasStarted } from '#domain/reservations.ts'
import type { AppContext } from '#server/context.ts'
import type { Tx } from '#server/db/connection.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { runIdempotentRequest } from '#server/db/idempotent-request.ts'
import { insertInvoice, selectSale } from '#server/features/invoices/invoices.sql.ts'
import { enqueueMail } from '#server/features/mail/mail.sql.ts'
import { insertPointsEntries } from '#server/features/points/points.sql.ts'
import { lockCustomer } from '#server/db/customer-lock.ts'
import { lockStanding, vacateStanding } from './standing.sql.ts'
import { lockTickets, selectTicket, updateTicketRefunded } from './tickets.sql.ts'

type RefundRequest = { userId: UserId; ticketId: TicketId; idempotencyKey?: string | undefined }

/**
 * Refunds a bought ticket until its show starts: the price paid comes back on an invoice that mirrors the ticket's
 * line, the place is free again, and the points that were to come do not come. Asked again, answers the same invoice.
 */
export function refundTicket({ db, settings }: AppContext, wish: RefundRequest): Promise<{ id: InvoiceId }> {
  const { userId, ticketId, idempotencyKey } = wish
  return inTransaction(db, (tx) =>
    runIdempotentRequest(tx, { userId, key: idempotencyKey, request: { call: 'refund', ticketId } }, async () => {
      await lockCustomer(tx, userId)
      const ticket = await lockOwnTicket(tx, wish)
      if (ticket.refundInvoiceId) return { id: ticket.refundInvoiceId }
      if (ticket.state !== 'BOUGHT') throw problem('ticket_not_bought')
      const sale = await selectSale(tx, ticketId)
      if (hasStarted(sale, sale.now)) throw problem('ticket_not_refundable')

      const invoiceId = await insertInvoice(tx, {
        type: 'CANCEL',
        userId,
        customer: sale,
        seller: settings.seller,
        total: sale.price,
        paymentType: null,
        cancels: sale.invoiceId,
        items: [{ ...sale, quantity: 1, usePoints: false, ticketId }],
      })
      await updateTicketRefunded(tx, ticketId, invoiceId)
      if (ticket.placeType === 'STANDING') await vacateStanding(tx, ticket)
      await insertPointsEntries(tx, [
        { userId, invoiceId, ticketId, points: -sale.points, reason: 'TICKET_REFUND', countsFrom: sale.startsAt },
      ])
      await enqueueMail(tx, { template: 'refund', to: userId, invoiceId })
      return { id: invoiceId }
    }),
  )
}

/** Locks a ticket of the customer's, and before it the standing place that it gives back. */
async function lockOwnTicket(tx: Tx, { userId, ticketId }: RefundRequest) {
  const seen = await selectTicket(tx, ticketId)
  if (seen?.placeType === 'STANDING') await lockStanding(tx, seen)
  const [ticket] = seen ? await lockTickets(tx, [ticketId]) : []
  if (ticket?.userId !== userId) throw problem('not_found', { what: 'ticket' })
  return ticket
}
