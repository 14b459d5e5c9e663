import type { TicketId, UserId } from '#domain/ids.ts'
import { problem } from '#domain/problem.ts'
import { refusalOfHandover } from '#domain/tickets/ticket-transfers.ts'
import type { Tx } from '#server/db/connection.ts'
import { lockTicket, selectTicketToHandOver } from './ticket-transfers.sql.ts'

/**
 * Locks a ticket and checks that it may change hands. Throws `not_found` unless the customer has it, else the reason
 * for which it may not.
 */
export async function lockTicketToHandOver(tx: Tx, id: TicketId, holderId: UserId) {
  await lockTicket(tx, id)
  const ticket = await selectTicketToHandOver(tx, id)
  if (ticket?.holderId !== holderId) throw problem('not_found', { what: 'ticket' })
  const refusal = refusalOfHandover(ticket, ticket.now)
  if (refusal) throw problem(refusal)
  return ticket
}
