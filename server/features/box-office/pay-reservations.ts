import type { InvoiceId, OrderId, TicketId, UserId } from '#domain/ids.ts'
import type { PaymentType } from '#domain/payments/payment-types.ts'
import { problem } from '#domain/problem.ts'
import { isLive } from '#domain/tickets/reservations.ts'
import type { AppContext } from '#server/context.ts'
import { lockCustomers } from '#server/db/customer-lock.ts'
import { runIdempotentRequest } from '#server/db/idempotent-request.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { lockTickets, selectTicket } from '#server/features/tickets/tickets.sql.ts'
import { selectTicketsOnOrder } from '#server/features/tickets/tickets-on-order.sql.ts'
import { selectUser } from '#server/features/users/users.sql.ts'
import { recordSale } from './record-sale.ts'

type Request = {
  by: UserId
  ticketIds: readonly TicketId[]
  paymentType?: PaymentType | undefined
  expectedTotal?: number | undefined
  idempotencyKey?: string | undefined
}

/** Sells live reservations of one customer, who pays them at the desk at their prices. */
export function payReservations(
  { db, settings }: AppContext,
  { by, idempotencyKey: key, ...payment }: Request,
): Promise<{ id: InvoiceId; orderId: OrderId }> {
  const ticketIds = [...new Set(payment.ticketIds)]
  return inTransaction(db, (tx) =>
    runIdempotentRequest(tx, { userId: by, key, request: { call: 'pay', ...payment } }, async () => {
      const userId = ticketIds[0] && (await selectTicket(tx, ticketIds[0]))?.userId
      if (!userId) throw problem('not_found', { what: 'reservation' })
      await lockCustomers(tx, [userId])
      const customer = await selectUser(tx, userId)
      await lockTickets(tx, ticketIds)
      const tickets = await selectTicketsOnOrder(tx, ticketIds)
      const isOthers = tickets.some((ticket) => ticket.userId !== userId)
      if (!customer || isOthers || tickets.length < ticketIds.length)
        throw problem('not_found', { what: 'reservation' })
      if (tickets.some(({ cancelledAt }) => cancelledAt !== null)) throw problem('show_cancelled')
      if (tickets.some(({ state }) => state !== 'RESERVED')) throw problem('already_bought')
      if (tickets.some(({ pendingOrderId }) => pendingOrderId !== null)) throw problem('payment_under_way')
      const expired = tickets.filter((ticket) => !isLive(ticket, ticket.now)).map(({ id }) => id)
      if (expired.length > 0) throw problem('reservation_run_out', { ticketIds: expired })
      const { paymentType, expectedTotal } = payment
      return recordSale(tx, settings, {
        ...{ by, userId, hasAccount: true, customer, ticketIds, paymentType, expectedTotal, isMailed: true },
      })
    }),
  )
}
