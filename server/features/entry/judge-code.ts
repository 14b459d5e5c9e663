import type { EntryRefusal } from '#domain/entry/entry.ts'
import { type EntryRules, type EntryTicket, servesSector } from '#domain/entry/entry-verdicts.ts'
import type { EventId, SectorId, ShowId } from '#domain/ids.ts'
import type { ScannedTicket } from './entry-tickets.sql.ts'
import type { ScannedCode } from './scanned-codes.ts'

/** A show whose entry is scanned, and the sectors of its plan that the device's gate serves alone. */
export type ScannedShow = EntryRules & {
  id: ShowId
  eventId: EventId
  liveCodes: boolean
  now: Date
  servedSectorIds: readonly SectorId[]
}

/** Returns why a code cannot be of a ticket of the show; null for one that the rules of entry judge. */
export function refuseOtherCode(
  code: ScannedCode | undefined,
  ticket: ScannedTicket | undefined,
  show: ScannedShow,
): EntryRefusal | null {
  if (!code || !ticket || ticket.showId !== code.showId || ticket.state === 'RESERVED') return 'NOT_VALID'
  // A code of a higher issue than any was signed before the database was restored from a backup.
  if (code.issue > ticket.issue) return 'NOT_VALID'
  if (ticket.showId === show.id) return null
  return ticket.eventId === show.eventId ? 'OTHER_DAY' : 'OTHER_SHOW'
}

/** Returns what the rules of entry need to know of a ticket. */
export function entryTicketOf(ticket: ScannedTicket, presence: EntryTicket['presence']): EntryTicket {
  return { issue: ticket.issue, isRefunded: ticket.state === 'REFUNDED', isDisputed: ticket.isDisputed, presence }
}

/** Tells whether the gate of the device serves the place of a ticket. */
export function isServed(ticket: ScannedTicket, { servedSectorIds }: ScannedShow): boolean {
  return servesSector(servedSectorIds, ticket.sectorId)
}
