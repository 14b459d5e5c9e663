import type { ScanAnswer, ScanInput } from '#contract/entry.ts'
import { canOverrule } from '#domain/entry.ts'
import { presenceOf } from '#domain/entry-replay.ts'
import { type Judgement, judgeScan } from '#domain/entry-verdicts.ts'
import type { ShowId } from '#domain/ids.ts'
import { problem } from '#domain/problem.ts'
import type { AppContext } from '#server/context.ts'
import type { Tx } from '#server/db/connection.ts'
import { publishTicketsAfterCommit } from '#server/db/publish-after-commit.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Device } from '#server/http/serve.ts'
import { beginScans } from './begin-scans.ts'
import { describeScan } from './describe-scan.ts'
import type { ScannedTicket } from './entry-tickets.sql.ts'
import { entryTicketOf, isServed, refuseOtherCode, type ScannedShow } from './judge-code.ts'
import { requireScan } from './require-show.ts'
import type { ScannedCode, ScannedCodes } from './scanned-codes.ts'
import { insertScans, selectAdmissions, selectScans } from './scans.sql.ts'
import { settleAdmissions } from './settle-admissions.ts'

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
    const { show, tickets } = await beginScans(tx, {
      ...{ device, showId: scan.showId, disputesBlock: settings.DISPUTE_BLOCKS_ENTRY },
      ticketIds: code ? [code.ticketId] : [],
    })
    const ticket = code && tickets.get(code.ticketId)
    const isKnown = (await selectScans(tx, device.deviceId, [scan.key])).length > 0
    if (!isKnown) await store(tx, { device, scan, show, code, ticket })
    return describeScan(tx, device, scan.key)
  })
}

type Locked = {
  device: Device
  scan: Scan
  show: ScannedShow
  code: ScannedCode | undefined
  ticket: ScannedTicket | undefined
}

async function store(tx: Tx, { device, scan, show, code, ticket }: Locked): Promise<void> {
  const judgement = await judge(tx, { device, scan, show, code, ticket })
  const isOverruled = scan.overrule !== undefined && judgement.reason !== null && canOverrule(judgement.reason)
  const { verdict, reason }: Judgement = isOverruled ? { verdict: 'ADMITTED', reason: null } : judgement
  const { key, number, showId, direction } = scan
  const isTicket = reason !== 'NOT_VALID' && ticket !== undefined
  await insertScans(tx, device.deviceId, [
    {
      ...{ key, number, showId, direction, verdict, reason, phoneVerdict: null, scannedAt: null },
      ticketId: isTicket ? ticket.id : null,
      issue: isTicket ? (code?.issue ?? null) : null,
      overruled: isOverruled ? (scan.overrule?.reason ?? null) : null,
    },
  ])
  if (verdict === 'REFUSED' || !ticket) return
  await settleAdmissions(tx, [ticket.id], show)
  publishTicketsAfterCommit(tx, [ticket])
}

async function judge(tx: Tx, { scan, show, code, ticket }: Locked): Promise<Judgement> {
  const other = refuseOtherCode(code, ticket, show)
  if (other || !code || !ticket) return { verdict: 'REFUSED', reason: other ?? 'NOT_VALID' }
  const presence = presenceOf(await selectAdmissions(tx, [ticket.id]))
  const genuine = { issue: code.issue, direction: scan.direction, isServed: isServed(ticket, show), at: show.now }
  return judgeScan(genuine, entryTicketOf(ticket, presence), show)
}
