import type { TicketId, UserId } from '#domain/ids.ts'
import { placesText } from '#domain/tickets/places.ts'
import { problem } from '#domain/problem.ts'
import { showNameOf } from '#domain/shows/show-name.ts'
import { logChange } from '#server/db/change-log.sql.ts'
import type { Db } from '#server/db/connection.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { deleteReservation } from '#server/features/tickets/reservations.sql.ts'
import { lockStanding, vacateStanding } from '#server/features/tickets/standing.sql.ts'
import { selectTicket } from '#server/features/tickets/tickets.sql.ts'
import { selectTicketsOnOrder } from '#server/features/tickets/tickets-on-order.sql.ts'

/**
 * Releases the reservation of a customer. Does nothing if it is gone already. Throws `ticket_bought` for a ticket, and
 * `payment_under_way` for one that is being paid.
 */
export async function releaseReservation(db: Db, { ticketId, by }: { ticketId: TicketId; by: UserId }): Promise<void> {
  await inTransaction(db, async (tx) => {
    const ticket = await selectTicket(tx, ticketId)
    const [named] = await selectTicketsOnOrder(tx, [ticketId])
    if (!ticket?.userId || !named) return
    const isStanding = ticket.placeType === 'STANDING'
    if (isStanding) await lockStanding(tx, ticket)
    if (!(await deleteReservation(tx, ticketId, ticket.userId))) {
      const current = await selectTicket(tx, ticketId)
      if (current?.pendingOrderId) throw problem('payment_under_way')
      if (current?.state === 'BOUGHT') throw problem('ticket_bought')
      return
    }
    if (isStanding) await vacateStanding(tx, ticket)
    const name = showNameOf({ eventTitle: named.eventTitle, name: named.showName })
    await logChange(tx, {
      ...{ by, action: 'RELEASED', record: { kind: 'TICKET', id: ticketId, name } },
      changes: [{ field: 'place', from: placesText([named]), to: null }],
    })
  })
}
