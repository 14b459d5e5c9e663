import type { ScanAnswer, ScanInput } from '#contract/entry.ts'
import type { ShowId } from '#domain/ids.ts'
import { problem } from '#domain/problem.ts'
import type { AppContext } from '#server/context.ts'
import { stillThere } from '#server/db/edited-record.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { isLiveCode } from '#server/gateways/live-codes.ts'
import type { Device } from '#server/http/serve.ts'
import { describeScan } from './describe-scan.ts'
import { judgeAndStore } from './judge-and-store.ts'
import { lockForScans } from './lock-for-scans.ts'
import { requireScan } from './require-show.ts'
import { selectScanFacts } from './scan-facts.sql.ts'
import type { ScannedCodes } from './scanned-codes.ts'

type Scan = Omit<ScanInput, 'showId' | 'scannedAt'> & { showId: ShowId }

/**
 * Judges a scan, stores it, and admits its person. A repeated key gets the verdict of the first time. Throws
 * `forbidden` for a show, a direction or a right that the device was not paired for, `deleted` for a deleted show.
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
    const ticketIds = code ? [code.ticketId] : []
    const { showId } = scan
    const locked = await lockForScans(tx, { device, showId, ticketIds, count: 1 })
    const show = await stillThere(tx, { kind: 'SHOW', id: showId }, locked)
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
