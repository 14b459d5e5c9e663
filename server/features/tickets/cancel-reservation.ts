import type { TicketId, UserId } from '#domain/ids.ts'
import { problem } from '#domain/problem.ts'
import type { Db } from '#server/db/connection.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { lockStanding, vacateStanding } from './standing.sql.ts'
import { deleteReservation } from './reservations.sql.ts'
import { selectTicket } from './tickets.sql.ts'

/** Gives a reserved place back. A reservation that is gone already stays gone; a bought ticket is refused. */
export function cancelReservation(db: Db, { ticketId, userId }: { ticketId: TicketId; userId: UserId }): Promise<void> {
  return inTransaction(db, async (tx) => {
    const ticket = await selectTicket(tx, ticketId)
    if (!ticket) return
    if (ticket.userId !== userId) throw problem('not_found', { what: 'ticket' })

    const isStanding = ticket.placeType === 'STANDING'
    if (isStanding) await lockStanding(tx, ticket)
    const isGone = await deleteReservation(tx, ticketId, userId)
    if (isGone && isStanding) await vacateStanding(tx, ticket)
    if (isGone) return
    const now = await selectTicket(tx, ticketId)
    if (now?.state === 'BOUGHT' && now.userId === userId) throw problem('ticket_bought')
  })
}
