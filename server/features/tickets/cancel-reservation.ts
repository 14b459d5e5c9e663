import type { TicketId, UserId } from '#domain/ids.ts'
import { problem } from '#domain/problem.ts'
import type { Db } from '#server/db/connection.ts'
import { keepShowsOfTickets } from '#server/db/show-turns.sql.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { lockStanding, vacateStanding } from './standing.sql.ts'
import { deleteReservation, deleteFreeSeatReservation } from './reservations.sql.ts'
import { selectTicket } from './tickets.sql.ts'

/**
 * Deletes a reservation. Does nothing if it is gone already. Throws `ticket_bought` for a bought ticket, and
 * `payment_under_way` for one that is being paid.
 */
export async function cancelReservation(
  db: Db,
  { ticketId, userId }: { ticketId: TicketId; userId: UserId },
): Promise<void> {
  if (await deleteFreeSeatReservation(db, ticketId, userId)) return
  await inTransaction(db, async (tx) => {
    await keepShowsOfTickets(tx, [ticketId])
    const ticket = await selectTicket(tx, ticketId)
    if (!ticket) return
    if (ticket.userId !== userId) throw problem('not_found', { what: 'ticket' })

    const isStanding = ticket.placeType === 'STANDING'
    if (isStanding) await lockStanding(tx, ticket)
    const isDeleted = await deleteReservation(tx, ticketId, userId)
    if (isDeleted && isStanding) await vacateStanding(tx, ticket)
    if (isDeleted) return
    const current = await selectTicket(tx, ticketId)
    if (current?.pendingOrderId) throw problem('payment_under_way')
    if (current?.state === 'BOUGHT' && current.userId === userId) throw problem('ticket_bought')
  })
}
