import type { InvoiceId, TicketId, UserId } from '#domain/ids.ts'
import { placesText } from '#domain/tickets/places.ts'
import { problem } from '#domain/problem.ts'
import { showNameOf } from '#domain/shows/show-name.ts'
import type { AppContext } from '#server/context.ts'
import { logChange } from '#server/db/change-log.sql.ts'
import { lockCustomers } from '#server/db/customer-lock.ts'
import { runIdempotentRequest } from '#server/db/idempotent-request.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { selectSale } from '#server/features/invoices/invoices.sql.ts'
import { enqueueInvoiceMail } from '#server/features/mail/mail.sql.ts'
import { keepWithheldPoints } from '#server/features/orders/payments/withheld-points.sql.ts'
import { lockStanding } from '#server/features/tickets/standing.sql.ts'
import { lockTickets, selectTicket } from '#server/features/tickets/tickets.sql.ts'
import { selectTicketsOnOrder } from '#server/features/tickets/tickets-on-order.sql.ts'
import { recordRefund } from './record-refund.ts'

type Request = { by: UserId; ticketId: TicketId; reason: string; idempotencyKey?: string | undefined }

/**
 * Refunds a bought ticket for staff, also after the start of its show and for closed accounts. Returns the same invoice
 * if the ticket is refunded already. Points that the balance lacks are withdrawn from those that open orders withhold.
 */
export function refundAtDesk({ db, settings }: AppContext, request: Request): Promise<{ id: InvoiceId }> {
  const { by, ticketId, reason, idempotencyKey: key } = request
  return inTransaction(db, (tx) =>
    runIdempotentRequest(tx, { userId: by, key, request: { call: 'refund at desk', ticketId } }, async () => {
      const unlocked = await selectTicket(tx, ticketId)
      const userId = unlocked?.userId
      if (!unlocked || !userId) throw problem('not_found', { what: 'ticket' })
      await lockCustomers(tx, [userId])
      if (unlocked.placeType === 'STANDING') await lockStanding(tx, unlocked)
      const [ticket] = await lockTickets(tx, [ticketId])
      if (ticket?.refundInvoiceId) return { id: ticket.refundInvoiceId }
      if (ticket?.state !== 'BOUGHT') throw problem('ticket_not_bought')
      const sale = await selectSale(tx, ticketId)
      const { id, missingPoints } = await recordRefund(tx, settings, { userId, ticket, sale })
      await keepWithheldPoints(tx, [{ userId, points: missingPoints }])
      await enqueueInvoiceMail(tx, { template: 'refund', to: userId, invoiceId: id })
      const [named] = await selectTicketsOnOrder(tx, [ticketId])
      if (!named) throw new Error('The ticket that was just refunded is not there.')
      const name = showNameOf({ eventTitle: named.eventTitle, name: named.showName })
      await logChange(tx, {
        ...{ by, action: 'PAID_BACK', record: { kind: 'TICKET', id: ticketId, name }, reason },
        changes: [
          { field: 'place', from: placesText([named]), to: null },
          { field: 'price', from: sale.price, to: 0 },
        ],
      })
      return { id }
    }),
  )
}
