import { canOverrule, MAX_PASSES_OF_TICKET, refusalOfFurtherPass, type ScanDirection } from '#domain/entry/entry.ts'
import { presenceOf, replayScans } from '#domain/entry/entry-replay.ts'
import { type Judgement, judgeScan, passing } from '#domain/entry/entry-verdicts.ts'
import type { ShowId } from '#domain/ids.ts'
import type { Tx } from '#server/db/connection.ts'
import { publishTicketsAfterCommit } from '#server/db/publish-after-commit.ts'
import type { Device } from '#server/http/serve.ts'
import { entryTicketOf, isServed, refuseOtherCode, type ScannedShow } from './judge-code.ts'
import type { ScanFacts, TicketFacts } from './scan-facts.sql.ts'
import type { ScannedCode } from './scanned-codes.ts'
import { insertScanWithAdmissions, NEW_SCAN, type NewScan } from './scans.sql.ts'

type Judged = {
  device: Pick<Device, 'deviceId' | 'gate'>
  scan: {
    key: string
    number: number
    showId: ShowId
    direction: ScanDirection
    /** Admits in spite of a refusal. */
    overrule?: { reason: string } | undefined
  }
  show: ScannedShow
  code: ScannedCode | undefined
  isLive: boolean
  /** The reason of an admission by name. */
  byName?: string
}

/** Judges a scan and stores it with the admissions of its ticket. Undefined, and nothing stored, for a used key. */
export async function judgeAndStore(tx: Tx, { device, ...judged }: Judged, { now, ticket }: ScanFacts) {
  const { scan, show, code, byName } = judged
  const judgement = judge(judged, ticket)
  const isOverruled =
    scan.overrule !== undefined && judgement.reason !== null && canOverrule(judgement.reason) && !isUsedUp(ticket)
  const { verdict, reason }: Judgement = isOverruled ? passing(scan.direction) : judgement
  const { key, number, showId, direction } = scan
  const known = reason === 'NOT_VALID' ? undefined : ticket
  const stored: NewScan = {
    ...{ key, number, showId, direction, verdict, reason, phoneVerdict: null, scannedAt: now },
    ticketId: known?.id ?? null,
    issue: known && code ? code.issue : null,
    overruled: isOverruled ? (scan.overrule?.reason ?? null) : (byName ?? null),
  }
  const { id: gateId = null, name: gateName = null } = device.gate ?? {}
  const own = { id: NEW_SCAN, key, direction, at: now, gateId, gateName }
  const passed = known && verdict !== 'REFUSED' ? [...known.passed, own] : []
  const admissions = replayScans(passed, show)
  const rows = known ? admissions.map((admission) => ({ ...admission, ticketId: known.id })) : []
  if (!(await insertScanWithAdmissions(tx, device.deviceId, stored, rows))) return undefined
  if (known && passed.length > 0) publishTicketsAfterCommit(tx, [known])
  const isDouble = admissions.some((admission) => admission.scanId === NEW_SCAN && admission.isDouble)
  return { verdict, reason, isDouble, ticket: known && (passed.length > 0 ? { ...known, passed } : known) }
}

function judge({ scan, code, show, isLive }: Omit<Judged, 'device'>, ticket: TicketFacts | undefined): Judgement {
  const other = refuseOtherCode(code, ticket, show)
  if (other || !code || !ticket) return { verdict: 'REFUSED', reason: other ?? 'NOT_VALID' }
  if (isUsedUp(ticket)) return { verdict: 'REFUSED', reason: refusalOfFurtherPass(scan.direction) }
  const presence = presenceOf(replayScans(ticket.passed, show))
  const served = { isServed: isServed(ticket, show), isLive }
  const genuine = { issue: code.issue, direction: scan.direction, ...served, at: show.now }
  return judgeScan(genuine, entryTicketOf(ticket, presence), show)
}

/** Tells whether the person of a ticket has come in and gone out as often as one may. */
function isUsedUp(ticket: TicketFacts | undefined): boolean {
  return ticket !== undefined && ticket.passed.length >= MAX_PASSES_OF_TICKET
}
