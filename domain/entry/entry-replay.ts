import type { ScanDirection } from './entry.ts'
import type { GateId, ScanId, TicketId } from '../ids.ts'
import type { Presence } from './entry-verdicts.ts'

/** A scan that let its person in or out, at the corrected time. `key` orders scans of the same moment. */
export type PassedScan = { id: ScanId; key: string; direction: ScanDirection; at: Date; gateId: GateId | null }

/** One person admitted by a ticket. `isDouble`: somebody else was inside with it, or had used it up. */
export type Admission = {
  number: number
  scanId: ScanId
  gateId: GateId | null
  admittedAt: Date
  leftAt: Date | null
  isDouble: boolean
}

/**
 * Derives the admissions of one ticket from all scans that let somebody in or out, in the order of their times. The
 * order in which they arrived makes no difference. The first is the admission; each further one is kept as the next
 * number, and is a double unless its show allows re-entry and everybody had left. A person who leaves is the one who
 * came first of those inside.
 */
export function replayScans(scans: readonly PassedScan[], { reEntry }: { reEntry: boolean }): Admission[] {
  const admissions: Admission[] = []
  for (const { id, direction, at, gateId } of scans.toSorted(byTime)) {
    const inside = admissions.find(({ leftAt }) => leftAt === null)
    if (direction === 'IN') {
      const isDouble = admissions.length > 0 && (inside !== undefined || !reEntry)
      admissions.push({ number: admissions.length + 1, scanId: id, gateId, admittedAt: at, leftAt: null, isDouble })
    } else if (inside) inside.leftAt = at
  }
  return admissions
}

/** Derives the admissions of several tickets from their scans. */
export function replayTickets(
  scans: readonly (PassedScan & { ticketId: TicketId })[],
  rules: { reEntry: boolean },
): (Admission & { ticketId: TicketId })[] {
  return [...Map.groupBy(scans, ({ ticketId }) => ticketId)].flatMap(([ticketId, own]) =>
    replayScans(own, rules).map((admission) => ({ ...admission, ticketId })),
  )
}

function byTime(one: PassedScan, other: PassedScan): number {
  return one.at.getTime() - other.at.getTime() || (one.key < other.key ? -1 : 1)
}

/** Tells from the admissions of a ticket whether its person is inside. */
export function presenceOf(admissions: readonly Pick<Admission, 'leftAt'>[]): Presence {
  if (admissions.length === 0) return 'NEVER'
  return admissions.some(({ leftAt }) => leftAt === null) ? 'INSIDE' : 'LEFT'
}
