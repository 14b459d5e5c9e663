import type { ScanAnswer } from '#contract/entry.ts'
import type { EntryRefusal, EntryVerdict } from '#domain/entry/entry.ts'
import { replayScans } from '#domain/entry/entry-replay.ts'
import { servesSector } from '#domain/entry/entry-verdicts.ts'
import type { SectorId, ShowId } from '#domain/ids.ts'
import type { Tx } from '#server/db/connection.ts'
import { selectGatesOfShow } from './entry-shows.sql.ts'
import type { TicketFacts } from './scan-facts.sql.ts'

type Result = {
  verdict: EntryVerdict
  reason: EntryRefusal | null
  isDouble: boolean
  ticket: TicketFacts | undefined
  now: Date
}

/** Describes the result of a scan to the phone that made it. */
export async function describeScan(
  tx: Tx,
  { key, showId }: { key: string; showId: ShowId },
  { verdict, reason, isDouble, ticket, now }: Result,
): Promise<ScanAnswer> {
  const isElsewhere = reason === 'OTHER_SHOW' || reason === 'OTHER_DAY'
  return {
    ...{ key: key.toLowerCase(), verdict, reason, isDouble, now },
    ticketId: ticket?.id ?? null,
    seat: ticket ?? null,
    firstAdmission: ticket ? firstAdmissionOf(ticket) : null,
    rightGates: reason === 'WRONG_GATE' ? await rightGates(tx, showId, ticket?.sectorId) : [],
    ticketShow: isElsewhere ? (ticket ?? null) : null,
  }
}

function firstAdmissionOf({ passed }: TicketFacts): ScanAnswer['firstAdmission'] {
  // Re-entry decides which admissions are doubles, not which is the first.
  const [first] = replayScans(passed, { reEntry: true })
  if (!first) return null
  const { gateName = null } = passed.find(({ id }) => id === first.scanId) ?? {}
  return { admittedAt: first.admittedAt, gateName }
}

/** Names the gates that serve a sector. */
async function rightGates(tx: Tx, showId: ShowId, sectorId: SectorId | undefined): Promise<string[]> {
  const gates = await selectGatesOfShow(tx, showId)
  return gates.filter(({ sectorIds }) => servesSector(sectorIds, sectorId)).map(({ name }) => name)
}
