import * as z from 'zod/mini'
import { showIdText } from '#contract/ids.ts'
import { exportOf } from './export-of.ts'
import { findScanRows } from './exported-scans.sql.ts'

/** All scans of a show in the order of their times, which are those of the venue and UTC. */
export const scansExport = exportOf(z.object({ showId: showIdText }), findScanRows, {
  Scan: ({ id }) => id,
  Scanner: ({ scanner }) => scanner,
  'Number at the scanner': ({ number }) => number,
  'Paired by': ({ pairedBy }) => pairedBy,
  Gate: ({ gate }) => gate,
  Direction: ({ direction }) => direction,
  Verdict: ({ verdict }) => verdict,
  Reason: ({ reason }) => reason,
  "Phone's own verdict": ({ phoneVerdict }) => phoneVerdict,
  'Overruled because': ({ overruled }) => overruled,
  Ticket: ({ ticketId }) => ticketId,
  Sector: ({ sector }) => sector,
  Row: ({ row }) => row,
  Seat: ({ seat }) => seat,
  Double: ({ isDouble }) => isDouble,
  'Scanned, local': ({ scannedLocal }) => scannedLocal,
  'Scanned, UTC': ({ scannedAt }) => scannedAt.toISOString(),
  'Received, UTC': ({ receivedAt }) => receivedAt.toISOString(),
})
