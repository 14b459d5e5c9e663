import { counted } from '../number-text.ts'
import type { FieldProblem } from '../problem.ts'

/** The fields of a show that customers are told of when they change. */
const TOLD = ['startTime', 'endTime', 'artistId', 'locationId']

/** The sentences about fields of a show that can't change. */
export const showChangeMessages = {
  refundsBeforeStart: 'Tickets can be refunded until the show starts anyway. Please choose a later time',
  refundsTooLong: 'Refunds can be offered for at most a year after the start',
  started: 'This show has started, so only its name can change',
  planInUse: 'The seating plan can only change while no ticket was sold or reserved',
}

type Progress = {
  hasStarted: boolean
  /** Tickets that were bought or hold a place. Expired reservations do not count. */
  tickets: number
}

/** Lists the changed fields of a show that can't change any more, with the reason. */
export function objectionsToShowChange(changed: readonly string[], { hasStarted, tickets }: Progress): FieldProblem[] {
  if (hasStarted) {
    return changed.filter((field) => field !== 'name').map((field) => ({ field, message: showChangeMessages.started }))
  }
  if (tickets === 0 || !changed.includes('seatingPlanId')) return []
  return [{ field: 'seatingPlanId', message: showChangeMessages.planInUse }]
}

const YEAR_MS = 366 * 86_400_000

/** Returns what is wrong with the end of refunds that are offered with a change, undefined without an offer. */
export function objectionsToRefundOffer(until: Date | undefined, startsAt: Date): FieldProblem[] {
  if (!until) return []
  const { refundsBeforeStart, refundsTooLong } = showChangeMessages
  if (until <= startsAt) return [{ field: 'refundsUntil', message: refundsBeforeStart }]
  return until.getTime() - startsAt.getTime() > YEAR_MS ? [{ field: 'refundsUntil', message: refundsTooLong }] : []
}

const SAME_EVENING_MS = 6 * 3_600_000

/**
 * Tells whether a show was postponed for so long that people who were admitted go home and come again. A delay of some
 * hours keeps them in the venue.
 */
export function isPostponed(from: Date, to: Date): boolean {
  return to.getTime() - from.getTime() >= SAME_EVENING_MS
}

/** Returns from when people are admitted to a postponed show: those who come to its former evening are too early. */
export function postponedEntryFrom(startsAt: Date): Date {
  return new Date(startsAt.getTime() - SAME_EVENING_MS)
}

/** Tells whether customers must hear of a change. */
export function isToldToCustomers(changed: readonly string[]): boolean {
  return changed.some((field) => TOLD.includes(field))
}

/** Says how many buyers get no mail about what happens to their show. */
export function unreachableText(count: number): string {
  return `${counted(count, 'buyer has', 'buyers have')} no address. Please tell them yourself.`
}
