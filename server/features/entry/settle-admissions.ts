import { replayTickets } from '#domain/entry-replay.ts'
import type { TicketId } from '#domain/ids.ts'
import type { Tx } from '#server/db/connection.ts'
import { selectPassedScans, writeAdmissions } from './scans.sql.ts'

/** Derives the admissions of tickets from their scans, and writes them. The tickets must be locked. */
export async function settleAdmissions(
  tx: Tx,
  ticketIds: readonly TicketId[],
  rules: { reEntry: boolean },
): Promise<void> {
  if (ticketIds.length === 0) return
  await writeAdmissions(tx, replayTickets(await selectPassedScans(tx, ticketIds), rules))
}
