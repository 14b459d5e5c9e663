import type { PlaceId, ShowId, TicketId } from '#domain/ids.ts'
import type { AppContext } from '#server/context.ts'
import { doorCodes } from '#server/gateways/door-codes.ts'
import { signerOf } from './ticket-keys.ts'

type CodedTicket = { id: TicketId; showId: ShowId; placeId: PlaceId; issue: number }

/** Returns the function that computes the codes of a bought ticket: the signed one, and the one to type. */
export async function codesOfTickets(
  context: Pick<AppContext, 'db' | 'tokens'>,
): Promise<(ticket: CodedTicket) => { code: string; doorCode: string }> {
  const { codeOf } = await signerOf(context)
  const doorCodeOf = doorCodes(context)
  return (ticket) => ({ code: codeOf({ ...ticket, ticketId: ticket.id }), doorCode: doorCodeOf(ticket) })
}
