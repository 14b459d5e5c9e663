import type { EntryRefusal, EntryVerdict, OfflineUnknown, ScanDirection } from './entry.ts'
import type { SectorId } from '../ids.ts'

/** Whether the person of a ticket is inside: never entered, inside, or left again. */
export type Presence = 'NEVER' | 'INSIDE' | 'LEFT'

/** A ticket of the show as the server or a phone knows it. */
export type EntryTicket = { issue: number; isRefunded: boolean; isDisputed: boolean; presence: Presence }

/** The rules of a show's entry. `doorsOpenAt`: null without a time. */
export type EntryRules = { isCancelled: boolean; doorsOpenAt: Date | null; reEntry: boolean }

/**
 * A genuine code of the show, scanned at a gate. `isServed`: the gate serves the sector of its place. `isLive`: it has
 * the digits of this moment, or the show has no live codes.
 */
export type GenuineScan = { issue: number; direction: ScanDirection; isServed: boolean; isLive: boolean; at: Date }

/** A verdict with its reason. The reason is null unless it is a refusal. */
export type Judgement = { verdict: EntryVerdict; reason: EntryRefusal | null }

/**
 * Judges a genuine code of the show by what is known of its ticket. The first refusal that applies counts. The issue
 * must not be higher than the known one.
 */
export function judgeScan(scan: GenuineScan, ticket: EntryTicket, rules: EntryRules): Judgement {
  const reason = refusalOf(scan, ticket, rules)
  if (reason) return { verdict: 'REFUSED', reason }
  return passing(scan.direction)
}

/** Lets a person through: in or out. */
export function passing(direction: ScanDirection): Judgement {
  return { verdict: direction === 'IN' ? 'ADMITTED' : 'LEFT', reason: null }
}

function refusalOf(scan: GenuineScan, ticket: EntryTicket, rules: EntryRules): EntryRefusal | null {
  if (ticket.isRefunded) return 'REFUNDED'
  if (scan.issue !== ticket.issue) return 'OLD_CODE'
  if (scan.direction === 'OUT' && ticket.presence !== 'INSIDE') return 'NOT_IN'
  if (scan.direction === 'OUT') return scan.isLive ? null : 'NOT_LIVE'
  if (rules.isCancelled) return 'SHOW_CANCELLED'
  if (ticket.presence === 'INSIDE' || (ticket.presence === 'LEFT' && !rules.reEntry)) return 'ALREADY_IN'
  if (!scan.isLive) return 'NOT_LIVE'
  if (ticket.isDisputed) return 'DISPUTED'
  if (!scan.isServed) return 'WRONG_GATE'
  if (rules.doorsOpenAt && scan.at < rules.doorsOpenAt) return 'TOO_EARLY'
  return null
}

/**
 * Judges a genuine code of the show without the server. `ticket`: undefined if the phone's set does not have it. A
 * ticket that was sold or issued anew since the set was loaded is admitted or asked about, as the show says.
 */
export function judgeOffline(
  scan: GenuineScan,
  ticket: EntryTicket | undefined,
  rules: EntryRules & { offlineUnknown: OfflineUnknown },
): Judgement | 'ASK' {
  if (ticket && (ticket.isRefunded || scan.issue <= ticket.issue)) return judgeScan(scan, ticket, rules)
  const unknown: EntryTicket = {
    issue: scan.issue,
    isRefunded: false,
    isDisputed: false,
    presence: ticket?.presence ?? (scan.direction === 'OUT' ? 'INSIDE' : 'NEVER'),
  }
  const judgement = judgeScan(scan, unknown, rules)
  return judgement.verdict === 'ADMITTED' && rules.offlineUnknown === 'ASK' ? 'ASK' : judgement
}

/**
 * Tells whether a gate serves a sector. `sectorIds` are its sectors of the show's plan; a gate without any serves all.
 */
export function servesSector(sectorIds: readonly SectorId[], sectorId: SectorId | undefined): boolean {
  return sectorIds.length === 0 || (sectorId !== undefined && sectorIds.includes(sectorId))
}
