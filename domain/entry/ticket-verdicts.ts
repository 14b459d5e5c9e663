import type { ShowId } from '../ids.ts'
import type { TicketCode } from './ticket-code.ts'
import type { TicketState } from '../tickets/ticket-states.ts'

/**
 * The possible results of checking a scanned code. `UNKNOWN`: no ticket of this shop, or a forged one. `OLD_CODE`: the
 * code was replaced. `NOT_LIVE`: a picture or paper at a show with live codes.
 */
export const TICKET_VERDICTS = ['VALID', 'UNKNOWN', 'OTHER_SHOW', 'REFUNDED', 'OLD_CODE', 'NOT_LIVE'] as const
export type TicketVerdict = (typeof TICKET_VERDICTS)[number]

/** The ticket as it is now. */
type CurrentTicket = { state: TicketState; showId: ShowId; issue: number }

/**
 * Judges a genuine code at a show. `ticket` is undefined when there is none any more. `isLive`: it has
 * the digits of this moment, or the show of the ticket has no live codes.
 */
export function verdictOf(
  code: TicketCode & { isLive: boolean },
  ticket: CurrentTicket | undefined,
  showId: ShowId,
): TicketVerdict {
  if (ticket?.showId !== code.showId) return 'UNKNOWN'
  if (ticket.state === 'REFUNDED') return 'REFUNDED'
  if (ticket.state !== 'BOUGHT') return 'UNKNOWN'
  if (ticket.issue !== code.issue) return 'OLD_CODE'
  if (code.showId !== showId) return 'OTHER_SHOW'
  return code.isLive ? 'VALID' : 'NOT_LIVE'
}
