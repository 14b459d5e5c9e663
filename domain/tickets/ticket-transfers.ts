import type { ProblemCode } from '../problem.ts'
import type { TicketState } from './ticket-states.ts'

export const TRANSFER_STATES = ['OFFERED', 'ACCEPTED', 'DECLINED', 'WITHDRAWN'] as const
export type TransferState = (typeof TRANSFER_STATES)[number]

/** The issues of a ticket that its holders can cause. The database holds 32,767, so the desk has some left. */
const MOST_ISSUES_OF_HOLDERS = 30_000

/** A ticket as it is after it was locked. */
export type TicketToHandOver = {
  state: TicketState
  startsAt: Date
  cancelledAt: Date | null
  /** Whether somebody came in with it. */
  isAdmitted: boolean
  /** Counts its codes, of which the latest is valid. */
  issue: number
}

/**
 * Decides whether a ticket may get a new code or another holder. Undefined: it may. An offer ends at the start of the
 * show, too.
 */
export function refusalOfHandover(
  { state, startsAt, cancelledAt, isAdmitted, issue }: TicketToHandOver,
  now: Date,
): Extract<ProblemCode, 'ticket_not_bought' | 'ticket_not_transferable' | 'ticket_used'> | undefined {
  if (state !== 'BOUGHT') return 'ticket_not_bought'
  if (isAdmitted) return 'ticket_used'
  if (cancelledAt !== null || now >= startsAt || issue >= MOST_ISSUES_OF_HOLDERS) return 'ticket_not_transferable'
  return undefined
}
