import type { postStoredScans as contract, ScanResult } from '#contract/entry.ts'
import { MAX_INTEGER } from '#contract/fields.ts'
import { correctedTime, type EntryRefusal, MAX_PASSES_OF_TICKET, refusalOfFurtherPass } from '#domain/entry/entry.ts'
import { replayTickets } from '#domain/entry/entry-replay.ts'
import { type Judgement, passing } from '#domain/entry/entry-verdicts.ts'
import type { ShowId, TicketId } from '#domain/ids.ts'
import { problem } from '#domain/problem.ts'
import type { AppContext } from '#server/context.ts'
import type { Db } from '#server/db/connection.ts'
import { selectNow } from '#server/db/now.ts'
import { publishTicketsAfterCommit } from '#server/db/publish-after-commit.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Counted } from '#server/http/limits/answer-costs.ts'
import type { Device } from '#server/http/serve.ts'
import type { z } from 'zod/mini'
import { updateClockOffset } from './devices.sql.ts'
import { refuseOtherCode, type ScannedShow } from './judge-code.ts'
import { lockForScans } from './lock-for-scans.ts'
import { type ScannedTicket, selectScannedTickets } from './entry-tickets.sql.ts'
import { requireScan } from './require-show.ts'
import type { ScannedCode, ScannedCodes } from './scanned-codes.ts'
import {
  countPassedScans,
  insertScans,
  type NewScan,
  selectPassedScans,
  selectScans,
  writeAdmissions,
} from './scans.sql.ts'

type Scan = z.output<typeof contract.body>['scans'][number]
/** `counted` counts the processor time of work for the device. */
type StoredScans = { scans: readonly Scan[]; counted: Counted }
type Read = { scan: Scan; code: ScannedCode | undefined }

/** The verdict of a scan of a deleted show. */
const OF_DELETED_SHOW = { verdict: 'REFUSED', reason: 'NOT_VALID', isDouble: false, ticketId: null } as const

/**
 * Stores scans that a phone decided without the server, and derives the admissions of their tickets anew, in the order
 * of the corrected times. Repeated keys change nothing. All scans of a show are stored in one transaction. Those of a
 * deleted show, which had no tickets, are refused and not stored. Throws `forbidden` for shows and directions that the
 * device was not paired for.
 */
export async function postStoredScans(
  context: AppContext & { codes: ScannedCodes },
  device: Device,
  { scans, counted }: StoredScans,
): Promise<{ results: ScanResult[]; now: Date }> {
  for (const scan of scans) requireScan(device, scan)
  if (scans.some(({ overruled }) => overruled !== undefined) && !device.isSupervisor) throw problem('forbidden')
  const deleted = new Set<ShowId>()
  for (const [showId, ofShow] of Map.groupBy(scans, (scan) => scan.showId)) {
    if (!(await storeScans(context, device, { showId, scans: ofShow, counted }))) deleted.add(showId)
  }
  await noteClock(context.db, device, scans)
  const keys = scans.map(({ key }) => key)
  const stored = new Map((await selectScans(context.db, device.deviceId, keys)).map((scan) => [scan.key, scan]))
  const results = scans.flatMap(({ key, showId }) =>
    deleted.has(showId) ? { key, ...OF_DELETED_SHOW } : (stored.get(key.toLowerCase()) ?? []),
  )
  return { results, now: await selectNow(context.db) }
}

/** Returns false if the show was deleted. */
async function storeScans(
  { db, settings, codes }: AppContext & { codes: ScannedCodes },
  device: Device,
  { showId, scans, counted }: StoredScans & { showId: ShowId },
): Promise<boolean> {
  const texts = scans.map(({ code }) => code)
  const found = await codes.readAll(showId, texts, counted)
  const read: Read[] = scans.map((scan, index) => ({ scan, code: found[index] }))
  const ticketIds = [...new Set(read.flatMap(({ code }) => code?.ticketId ?? []))]
  return inTransaction(db, async (tx) => {
    const disputesBlock = settings.DISPUTE_BLOCKS_ENTRY
    const show = await lockForScans(tx, { device, showId, ticketIds, count: scans.length })
    if (!show) return false
    const rows = ticketIds.length === 0 ? [] : await selectScannedTickets(tx, ticketIds, disputesBlock)
    const tickets = new Map(rows.map((ticket) => [ticket.id, ticket]))
    const passes = await countPassedScans(tx, ticketIds)
    const stored = read.map(({ scan, code }) => {
      const judged = newScanOf({ scan, code }, code && tickets.get(code.ticketId), show, device)
      return withinPasses(judged, passes)
    })
    await insertScans(tx, device.deviceId, stored)
    const passed = stored.flatMap(({ verdict, ticketId }) => (verdict === 'REFUSED' ? [] : (ticketId ?? [])))
    await writeAdmissions(tx, replayTickets(await selectPassedScans(tx, { ticketIds: [...new Set(passed)] }), show))
    publishTicketsAfterCommit(
      tx,
      passed.flatMap((id) => tickets.get(id) ?? []),
    )
    return true
  })
}

function newScanOf(
  { scan, code }: Read,
  ticket: ScannedTicket | undefined,
  show: ScannedShow,
  { pairedAt }: Device,
): NewScan {
  const { key, number, direction, overruled } = scan
  const { verdict, reason } = judge({ scan, code }, ticket, show)
  const isTicket = ticket !== undefined && code?.showId === ticket.showId
  const lastContactAt = scan.lastContactAt > pairedAt ? scan.lastContactAt : pairedAt
  return {
    ...{ key, number, direction, verdict, reason, showId: show.id, phoneVerdict: scan.verdict },
    ticketId: isTicket ? ticket.id : null,
    issue: isTicket ? (code?.issue ?? null) : null,
    scannedAt: correctedTime({ ...scan, lastContactAt }, show.now),
    overruled: overruled ?? null,
  }
}

/**
 * Keeps a refusal of the phone. Keeps an admission too, because the person is inside, unless the code is of no valid
 * ticket of the show: refunded or replaced codes admit nobody, and the desk lists them.
 */
function judge({ scan, code }: Read, ticket: ScannedTicket | undefined, show: ScannedShow): Judgement {
  if (scan.verdict === 'REFUSED') return { verdict: 'REFUSED', reason: scan.reason ?? 'NOT_VALID' }
  const reason = refuseOtherCode(code, ticket, show) ?? refuseEnded(code, ticket)
  return reason ? { verdict: 'REFUSED', reason } : passing(scan.direction)
}

/** Refuses a scan that passes beyond the limit of its ticket, and counts any other that passes. */
function withinPasses(scan: NewScan, passes: Map<TicketId, number>): NewScan {
  const { ticketId, verdict, direction } = scan
  if (ticketId === null || verdict === 'REFUSED') return scan
  const before = passes.get(ticketId) ?? 0
  if (before >= MAX_PASSES_OF_TICKET) return { ...scan, verdict: 'REFUSED', reason: refusalOfFurtherPass(direction) }
  passes.set(ticketId, before + 1)
  return scan
}

function refuseEnded(code: ScannedCode | undefined, ticket: ScannedTicket | undefined): EntryRefusal | null {
  if (ticket?.state === 'REFUNDED') return 'REFUNDED'
  return ticket?.issue === code?.issue ? null : 'OLD_CODE'
}

/** Notes the latest clock offset of the phone, at most what the column holds: 25 days. */
async function noteClock(db: Db, { deviceId }: Device, scans: readonly Scan[]): Promise<void> {
  const latest = scans.toSorted((one, other) => one.number - other.number).at(-1)
  if (!latest) return
  const { clockOffsetMs } = latest
  await updateClockOffset(db, deviceId, Math.max(-MAX_INTEGER, Math.min(clockOffsetMs, MAX_INTEGER)))
}
