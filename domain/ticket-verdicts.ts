import type { ShowId } from './ids.ts'
import type { TicketCode } from './ticket-code.ts'
import type { TicketState } from './ticket-states.ts'

/**
 * The possible results of checking a scanned code. `UNKNOWN`: no ticket of this shop, or a forged one. `OLD_CODE`: the
 * code was replaced.
 */
export const TICKET_VERDICTS = ['VALID', 'UNKNOWN', 'OTHER_SHOW', 'REFUNDED', 'OLD_CODE'] as const
export type TicketVerdict = (typeof TICKET_VERDICTS)[number]

/** The ticket as it is now. */
type CurrentTicket = { state: TicketState; showId: ShowId; issue: number }

/** Judges a genuine code at a show. `ticket` is undefined when there is none any more. */
export function verdictOf(code: TicketCode, ticket: CurrentTicket | undefined, showId: ShowId): TicketVerdict {
  if (ticket?.showId !== code.showId) return 'UNKNOWN'
  if (ticket.state === 'REFUNDED') return 'REFUNDED'
  if (ticket.state !== 'BOUGHT') return 'UNKNOWN'
  if (ticket.issue !== code.issue) return 'OLD_CODE'
  return code.showId === showId ? 'VALID' : 'OTHER_SHOW'
}
