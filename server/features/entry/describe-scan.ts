import type { ScanAnswer } from '#contract/entry.ts'
import { servesSector } from '#domain/entry-verdicts.ts'
import type { ShowId, TicketId } from '#domain/ids.ts'
import type { Tx } from '#server/db/connection.ts'
import { selectNow } from '#server/db/now.ts'
import type { Device } from '#server/http/serve.ts'
import { selectGatesOfShow } from './entry-shows.sql.ts'
import { selectScannedTickets } from './entry-tickets.sql.ts'
import { selectScans, selectShownTicket } from './scans.sql.ts'

/** Describes a stored scan to the phone that made it. */
export async function describeScan(tx: Tx, device: Device, key: string): Promise<ScanAnswer> {
  const [scan] = await selectScans(tx, device.deviceId, [key])
  if (!scan) throw new Error('A scan was not stored.')
  const { showId, ...result } = scan
  const shown = result.ticketId === null ? undefined : await selectShownTicket(tx, result.ticketId)
  const isElsewhere = result.reason === 'OTHER_SHOW' || result.reason === 'OTHER_DAY'
  return {
    ...result,
    seat: shown ?? null,
    firstAdmission: shown?.admittedAt ? { admittedAt: shown.admittedAt, gateName: shown.gateName } : null,
    rightGates: result.reason === 'WRONG_GATE' ? await rightGates(tx, showId, result.ticketId) : [],
    ticketShow: isElsewhere ? (shown ?? null) : null,
    now: await selectNow(tx),
  }
}

/** Names the gates that serve the sector of a ticket. */
async function rightGates(tx: Tx, showId: ShowId, ticketId: TicketId | null): Promise<string[]> {
  const [ticket] = ticketId === null ? [] : await selectScannedTickets(tx, [ticketId], false)
  const gates = await selectGatesOfShow(tx, showId)
  return gates.filter(({ sectorIds }) => servesSector(sectorIds, ticket?.sectorId)).map(({ name }) => name)
}
