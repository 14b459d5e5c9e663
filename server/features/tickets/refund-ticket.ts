import type { InvoiceId, TicketId, UserId } from '#domain/ids.ts'
import { problem } from '#domain/problem.ts'
import { endOfRefund, isOfUse, isRefundable } from '#domain/tickets/refund-rights.ts'
import type { AppContext } from '#server/context.ts'
import type { Tx } from '#server/db/connection.ts'
import { keepShowsOfTickets } from '#server/db/show-turns.sql.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { runIdempotentRequest } from '#server/db/idempotent-request.ts'
import { insertInvoice, selectSale } from '#server/features/invoices/invoices.sql.ts'
import { enqueueInvoiceMail } from '#server/features/mail/mail.sql.ts'
import { insertRefunds } from '#server/features/orders/payments/insert-refunds.sql.ts'
import { insertPointsEntries } from '#server/features/points/points.sql.ts'
import { lockCustomer } from '#server/db/customer-lock.ts'
import { lockStanding, vacateStanding } from './standing.sql.ts'
import { countRefundsOf, updateTicketsRefunded } from './refunded-tickets.sql.ts'
import { lockTickets, selectTicket } from './tickets.sql.ts'

/**
 * Limits the tickets of a show that a customer refunds, to so many times as they may reserve. Scanners and typed codes
 * know every refunded ticket, so one that is bought and refunded again and again would make them slow.
 */
const REFUNDS_PER_RESERVATION = 10

type RefundRequest = { userId: UserId; ticketId: TicketId; idempotencyKey?: string | undefined }

/**
 * Refunds a bought ticket until its show starts, or until the end of an offer after a change: writes a CANCEL invoice
 * that mirrors the ticket's line, frees the place and withdraws the points. Returns the same invoice if the ticket is
 * refunded already. Throws `ticket_used` when its person was admitted, `ticket_given_away` while another person can use
 * it, and `too_many_refunds` after too many of its show.
 */
export function refundTicket({ db, settings }: AppContext, request: RefundRequest): Promise<{ id: InvoiceId }> {
  const { userId, ticketId, idempotencyKey } = request
  return inTransaction(db, (tx) =>
    runIdempotentRequest(tx, { userId, key: idempotencyKey, request: { call: 'refund', ticketId } }, async () => {
      await lockCustomer(tx, userId)
      const ticket = await lockOwnTicket(tx, request)
      if (ticket.refundInvoiceId) return { id: ticket.refundInvoiceId }
      if (ticket.state !== 'BOUGHT') throw problem('ticket_not_bought')
      const sale = await selectSale(tx, ticketId)
      if (ticket.holderId !== null && isOfUse(sale, sale.now)) throw problem('ticket_given_away')
      if (!isRefundable(sale, sale.now)) throw problem('ticket_not_refundable')
      if (sale.isDisputed) throw problem('payment_disputed')
      if (sale.isUsed) throw problem('ticket_used')
      const limit = REFUNDS_PER_RESERVATION * settings.MAX_RESERVATIONS_PER_SHOW
      if ((await countRefundsOf(tx, { userId, showId: ticket.showId })) >= limit) {
        throw problem('too_many_refunds', { limit })
      }

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
      await insertRefunds(tx, [invoiceId])
      await updateTicketsRefunded(tx, [{ ticketId, refundId: invoiceId }])
      if (ticket.placeType === 'STANDING') await vacateStanding(tx, ticket)
      await insertPointsEntries(tx, [
        { userId, invoiceId, ticketId, points: -sale.points, reason: 'TICKET_REFUND', countsFrom: endOfRefund(sale) },
      ])
      await enqueueInvoiceMail(tx, { template: 'refund', to: userId, invoiceId })
      return { id: invoiceId }
    }),
  )
}

/** Locks a customer's ticket, after its standing place if it has one. Throws `not_found` for another customer's. */
async function lockOwnTicket(tx: Tx, { userId, ticketId }: RefundRequest) {
  await keepShowsOfTickets(tx, [ticketId])
  const unlocked = await selectTicket(tx, ticketId)
  if (unlocked?.placeType === 'STANDING') await lockStanding(tx, unlocked)
  const [ticket] = unlocked ? await lockTickets(tx, [ticketId]) : []
  if (ticket?.userId !== userId) throw problem('not_found', { what: 'ticket' })
  return ticket
}
