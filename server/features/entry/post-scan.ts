import type { ScanAnswer, ScanInput } from '#contract/entry.ts'
import { canOverrule } from '#domain/entry.ts'
import { presenceOf, replayScans } from '#domain/entry-replay.ts'
import { type Judgement, judgeScan, passing } from '#domain/entry-verdicts.ts'
import type { ShowId } from '#domain/ids.ts'
import { problem } from '#domain/problem.ts'
import type { AppContext } from '#server/context.ts'
import type { Tx } from '#server/db/connection.ts'
import { publishTicketsAfterCommit } from '#server/db/publish-after-commit.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { isLiveCode } from '#server/gateways/live-codes.ts'
import type { Device } from '#server/http/serve.ts'
import { describeScan } from './describe-scan.ts'
import { entryTicketOf, isServed, refuseOtherCode, type ScannedShow } from './judge-code.ts'
import { lockForScans } from './lock-for-scans.ts'
import { requireScan } from './require-show.ts'
import { type ScanFacts, selectScanFacts, type TicketFacts } from './scan-facts.sql.ts'
import type { ScannedCode, ScannedCodes } from './scanned-codes.ts'
import { insertScanWithAdmissions, NEW_SCAN, type NewScan } from './scans.sql.ts'

type Scan = Omit<ScanInput, 'showId' | 'scannedAt'> & { showId: ShowId }

/**
 * Judges a scan, stores it, and admits its person. A repeated key gets the verdict of the first time. Throws
 * `forbidden` for a show, a direction or a right that the device was not paired for.
 */
export async function postScan(
  context: AppContext & { codes: ScannedCodes },
  device: Device,
  scan: Scan,
): Promise<ScanAnswer> {
  requireScan(device, scan)
  if (scan.overrule && !device.isSupervisor) throw problem('forbidden')
  const { db, settings, codes } = context
  const code = await (await codes.reader(scan.showId))(scan.code)
  return inTransaction(db, async (tx) => {
    const show = await lockForScans(tx, { device, showId: scan.showId, ticketIds: code ? [code.ticketId] : [] })
    const ticketId = code?.ticketId
    const facts = { deviceId: device.deviceId, key: scan.key, ticketId, disputesBlock: settings.DISPUTE_BLOCKS_ENTRY }
    const read = await selectScanFacts(tx, facts)
    const isLive = code !== undefined && (!show.liveCodes || (await isLiveCode(context, code, show.now)))
    const result = await judgeAndStore(tx, { device, scan, show, code, isLive }, read)
    if (result) return describeScan(tx, scan, { now: read.now, ...result })
    const first = await selectScanFacts(tx, facts)
    if (!first.known) throw new Error('A scan was not stored.')
    return describeScan(tx, scan, { ...first, ...first.known })
  })
}

type Judged = { device: Device; scan: Scan; show: ScannedShow; code: ScannedCode | undefined; isLive: boolean }

/** Judges a scan and stores it with the admissions of its ticket. Undefined, and nothing stored, for a used key. */
async function judgeAndStore(tx: Tx, { device, ...judged }: Judged, { now, ticket }: ScanFacts) {
  const { scan, show, code } = judged
  const judgement = judge(judged, ticket)
  const isOverruled = scan.overrule !== undefined && judgement.reason !== null && canOverrule(judgement.reason)
  const { verdict, reason }: Judgement = isOverruled ? passing(scan.direction) : judgement
  const { key, number, showId, direction } = scan
  const known = reason === 'NOT_VALID' ? undefined : ticket
  const stored: NewScan = {
    ...{ key, number, showId, direction, verdict, reason, phoneVerdict: null, scannedAt: now },
    ticketId: known?.id ?? null,
    issue: known && code ? code.issue : null,
    overruled: isOverruled ? (scan.overrule?.reason ?? null) : null,
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
  const presence = presenceOf(replayScans(ticket.passed, show))
  const served = { isServed: isServed(ticket, show), isLive }
  const genuine = { issue: code.issue, direction: scan.direction, ...served, at: show.now }
  return judgeScan(genuine, entryTicketOf(ticket, presence), show)
}
